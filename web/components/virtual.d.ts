declare module "virtual:answers" {
  import type { ServerMessage } from "../src/wire";
  const recorded: Record<
    "host" | "guest" | "child" | "kiki",
    { answers: Record<string, unknown>; tables: Record<string, ServerMessage[]> }
  >;
  export default recorded;
}
