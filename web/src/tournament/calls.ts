// Tournaments over HTTP: only their page uses these requests.

import { call } from "../net/api";
import type { JoinEvening, NewEvening } from "../wire";

export const calls = {
  list: () => call("GET /api/evenings"),
  make: (body: NewEvening) => call("POST /api/evenings", { body }),
  /** With a version it is answered when there is something newer, or after a while. */
  show: (evening: string, after?: number) => call("GET /api/evenings/{evening}", { evening, query: { after } }),
  look: (evening: string, key: string) => call("POST /api/evenings/{evening}/look", { evening, body: { key } }),
  join: (evening: string, body: JoinEvening) => call("POST /api/evenings/{evening}/join", { evening, body }),
  leave: (evening: string) => call("POST /api/evenings/{evening}/leave", { evening }),
  remove: (evening: string, person: number) =>
    call("POST /api/evenings/{evening}/remove", { evening, body: { person } }),
  round: (evening: string) => call("POST /api/evenings/{evening}/round", { evening }),
  close: (evening: string) => call("POST /api/evenings/{evening}/close", { evening }),
  end: (evening: string) => call("POST /api/evenings/{evening}/end", { evening }),
  delete: (evening: string) => call("DELETE /api/evenings/{evening}", { evening }),
  relieve: (table: string) => call("POST /api/tables/{table}/relieve", { table }),
};
