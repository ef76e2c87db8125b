import { useRead } from "../api/use-read.ts";
import { getModels } from "../api/workspace-calls.ts";

export const useModels = () => useRead(["models"], getModels, { staleTime: 60_000 });
