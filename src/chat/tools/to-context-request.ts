import type { z } from "zod";
import { type ContextQuestion, readQuestion } from "../../context/model/read-question.ts";
import type { ContextRequest } from "../../context/model/request.ts";
import type { contextRequestSchema } from "../../contract/context-request.ts";
import type { Reader } from "../../graph/graph.ts";
import { findProject } from "./find-entity.ts";

type Asked = Omit<z.input<typeof contextRequestSchema>, "keep">;

/** A request as HTTP, MCP and chat send it. The project may be named by id, ref or title, as the focus may. */
export const toContextRequest = ({ graph }: Reader, { project_id, ...asked }: Asked): ContextRequest =>
	readQuestion({ ...asked, projectId: findProject(graph, project_id) } as ContextQuestion);
