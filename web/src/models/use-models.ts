import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";

export const useModels = () => useRead(["models"], skein.models.read, { staleTime: 60_000 });
