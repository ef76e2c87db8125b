export const TOOLSETS = ["default", "all", "chatgpt"] as const;
export type Toolset = (typeof TOOLSETS)[number];

export const isToolset = (name: string): name is Toolset => (TOOLSETS as readonly string[]).includes(name);
