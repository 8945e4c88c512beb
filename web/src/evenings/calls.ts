// Evenings over HTTP: only their page asks for them.

import { json, request } from "../net/api";
import type { Evening, EveningLook, EveningOf, JoinEvening, NewEvening, TableMade } from "../wire";

const evening = (id: string) => `/api/evenings/${encodeURIComponent(id)}`;

export const calls = {
  list: () => json<EveningOf[]>("GET", "/api/evenings"),
  make: (wanted: Partial<NewEvening>) => json<Evening>("POST", "/api/evenings", wanted),
  byCode: (code: string) => json<TableMade>("POST", "/api/evenings/code", { code }),
  /** With a version it is answered when there is something newer, or after a while. */
  show: (id: string, after?: number) =>
    json<Evening>("GET", evening(id) + (after === undefined ? "" : `?after=${after}`)),
  look: (id: string, key: string) => json<EveningLook>("POST", `${evening(id)}/look`, { key }),
  join: (id: string, wanted: JoinEvening) => json<Evening>("POST", `${evening(id)}/join`, wanted),
  leave: (id: string) => json<Evening>("POST", `${evening(id)}/leave`, {}),
  remove: (id: string, person: number) => json<Evening>("POST", `${evening(id)}/remove`, { person }),
  round: (id: string) => json<Evening>("POST", `${evening(id)}/round`, {}),
  close: (id: string) => json<Evening>("POST", `${evening(id)}/close`, {}),
  end: (id: string) => json<Evening>("POST", `${evening(id)}/end`, {}),
  delete: (id: string) => request("DELETE", evening(id)),
  relieve: (table: string) => request("POST", `/api/tables/${encodeURIComponent(table)}/relieve`, {}),
};
