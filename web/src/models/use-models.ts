import { getModels } from "../api/model-calls.ts";
import { useRead } from "../api/use-read.ts";

export const useModels = () => useRead(["models"], getModels, { staleTime: 60_000 });
