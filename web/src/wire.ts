// Made from the structs of src/purrlor/table/wire.py and games/*/picture.py: `make wire` makes it anew.

export interface SeatWanted {
  kind: "bot" | "open" | "person";
  name?: string;
  level?: string;
}

export interface NewTable {
  game: string;
  seats: SeatWanted[];
  name: string;
  options?: Record<string, string>;
  clock?: "day" | "none" | "quick" | "relaxed";
  watch?: "anyone" | "link" | "nobody";
  chat?: "free" | "none" | "phrases";
  hints?: boolean;
  pass_phrase?: string;
  stand_in?: string;
  pace?: number;
  cap?: number;
  lesson?: string;
}

export interface TableMade {
  id: string;
  key: string;
}

export interface Join {
  name: string;
  key?: string;
  pass_phrase?: string;
  seat?: number | null;
  watch?: boolean;
  token?: boolean;
}

export interface Joined {
  seat: number | null;
  token: string;
}

export interface Rename {
  name: string;
}

export interface Me {
  known: boolean;
  name: string;
}

export interface TransferMade {
  word: string;
}

export interface TransferTaken {
  word: string;
}

export interface Link {
  text: string;
}

export interface OptionInfo {
  name: string;
  kind: "bool" | "choice" | "choices" | "int" | "seat" | "text";
  default: string;
  choices: string[];
  optional: boolean;
}

export interface SheetDrawn {
  text: string;
}

export interface SheetChecked {
  packed: string;
  level: number;
  rows: string[][];
  error: string;
}

export interface GameInfo {
  name: string;
  seats: number[];
  levels: string[];
  options: OptionInfo[];
}

export interface TableSummary {
  id: string;
  game: string;
  status: "open" | "over" | "running";
  names: string[];
  levels: string[];
  your_turn: boolean;
  awaiting: number[];
  created: number;
  changed: number;
  clock: "day" | "none" | "quick" | "relaxed";
  host: boolean;
  role: "host" | "player" | "watcher";
  events: number;
  progress: [number, number] | null;
  winners: number[];
  scores: number[];
}

export interface Left {
  outcome: "bot" | "kept" | "open" | "removed";
}

export interface Ready {
  type: "ready";
  contribution?: string;
}

export interface Start {
  type: "start";
  id?: number;
}

export interface Act {
  type: "act";
  seat: number;
  version: number;
  action: string;
  id?: number;
  reaction?: number | null;
}

export interface TakeBack {
  type: "take_back";
  seat: number;
  id?: number;
}

export interface AskHint {
  type: "hint";
  seat: number;
  id?: number;
}

export interface Say {
  type: "say";
  phrase?: string;
  text?: string;
  id?: number;
}

export interface Replace {
  type: "replace";
  seat: number;
  level?: string;
  id?: number;
}

export interface TakeSeat {
  type: "take_seat";
  seat: number;
  id?: number;
}

export interface Rematch {
  type: "rematch";
  id?: number;
}

export interface SeatInfo {
  name: string;
  kind: "bot" | "open" | "person";
  level: string;
  stands_in: boolean;
  here: boolean;
  yours: boolean;
  ready: boolean;
  left: boolean;
}

export interface TableInfo {
  type: "table";
  protocol: number;
  id: string;
  game: string;
  options: Record<string, string>;
  status: "open" | "over" | "running";
  seats: SeatInfo[];
  clock: "day" | "none" | "quick" | "relaxed";
  watch: "anyone" | "link" | "nobody";
  chat: "free" | "none" | "phrases";
  hints: boolean;
  host: boolean;
  watchers: number;
  commitment: string;
  contributions: string[];
  seed: string;
  next: string;
  next_key: string;
  lesson: string;
}

export interface Told {
  event: number;
  note: Record<string, any>;
}

export interface Update {
  type: "update";
  seat: number | null;
  version: number;
  events: number;
  view: any;
  legal: string[];
  awaiting: number[];
  now: number;
  deadline: number | null;
  clock: number | null;
  notes: Told[];
  take_back: boolean;
  over: boolean;
  winners: number[];
  scores?: number[];
  since?: number;
}

export interface Done {
  type: "done";
  id: number;
}

export interface Refused {
  type: "refused";
  id: number;
  code: string;
  words: string;
  allowed: string[];
}

export interface Said {
  type: "said";
  name: string;
  seat: number | null;
  phrase: string;
  text: string;
  at: number;
}

export interface Ranked {
  action: string;
  worth: number;
}

export interface Hint {
  type: "hint";
  seat: number;
  id: number;
  version: number;
  ranked: Ranked[];
  reason: Record<string, any> | null;
}

export interface RaceEntry {
  seat: number;
  action: string;
  version: number;
  reported: number | null;
  elapsed: number;
  allowance: number;
  reaction: number;
  arrival: number;
  place: number;
  bot: boolean;
}

export interface Race {
  type: "race";
  version: number;
  held: number;
  entries: RaceEntry[];
}

export interface Step {
  number: number;
  event: string;
  view: any;
  notes: Told[];
  awaiting: number[];
}

export interface AskedFate {
  event: number;
  kind: "draw" | "roll";
  count: number;
  pool: number[];
  values: number[];
}

export interface Replay {
  table: TableInfo;
  seat: number | null;
  steps: Step[];
}

export interface Compared {
  played: any;
  better: any;
}

export interface Judged {
  event: number;
  asked: number;
  situation: Record<string, any>;
  action: string;
  best: string;
  worth: number;
  loss: number;
  error: number;
  drawn: Compared | null;
}

export interface AccountOf {
  seat: number;
  start: number;
  reached: number;
  luck: number;
  lost: number;
  luck_rank: number | null;
  course: ([number, number])[];
  decisions: Judged[];
  choices: number;
}

export interface MomentOf {
  event: number;
  cards: string[];
  outcome: string;
  after: number | null;
}

export interface LookBackOf {
  seat: number;
  won: number;
  beaten: number;
  missed: number;
  missed_cards: number;
  median_time: number | null;
  grabs: number;
  greed_cost: number;
  cards_at_end: number;
  moments: MomentOf[];
}

export interface Review {
  accounts: AccountOf[];
  looks_back: LookBackOf[] | null;
}

export interface ReviewAnswer {
  status: "done" | "none" | "working";
  review: Review | null;
  progress: number;
}

export interface Problem {
  code: string;
  words: string;
}

export type Clock = "none" | "relaxed" | "quick" | "day";

export type Watch = "nobody" | "link" | "anyone";

export type Chat = "none" | "phrases" | "free";

export type Status = "open" | "running" | "over";

export type Kind = "person" | "bot" | "open";

export type Role = "host" | "player" | "watcher";

export type ClientMessage = Ready | Start | Act | TakeBack | AskHint | Say | Replace | TakeSeat | Rematch;

export type ServerMessage = TableInfo | Update | Done | Refused | Said | Hint | Race;

export interface YatzySheetPicture {
  entries: (number | null)[];
  upper: number;
  bonus: number;
  bonus_safe: boolean;
  bonus_missing: number;
  bonus_lost: boolean;
  lower: number;
  total: number;
  full: boolean;
}

export interface YatzyPicture {
  boxes: string[];
  upper_boxes: number;
  sheets: YatzySheetPicture[];
  turn: number | null;
  dice: number[];
  rolling: boolean;
  rolls_left: number;
  rolls: number;
  round: number;
  rounds: number;
  bonus_from: number;
  bonus_worth: number;
  over: boolean;
  previews: (number | null)[];
}

export interface MeowCardPicture {
  card: string;
  colour: "P" | "B" | "G";
  rank: number;
  legal: boolean;
}

export interface MeowPlayedPicture {
  seat: number;
  card: string;
  colour: "P" | "B" | "G";
  rank: number;
}

export interface MeowTrickPicture {
  plays: MeowPlayedPicture[];
  winner: number;
  token: string;
  one_beat_eighteen: boolean;
}

export interface MeowPilePicture {
  tokens: string[];
  bowls: number[];
  bowls_sum: number;
  fishbones: number[];
  fishbones_sum: number;
  discarded: number[];
  fish: number;
  spare_fish: number;
  vases: number;
  vases_cost: number;
  total: number;
}

export interface MeowPicture {
  seats: number;
  trick: MeowPlayedPicture[];
  led: "P" | "B" | "G" | null;
  leader: number | null;
  turn: number | null;
  winning: number | null;
  trump: "P" | "B" | "G";
  holder: number | null;
  row: string[];
  box: string[];
  tricks: MeowTrickPicture[];
  voids: (("P" | "B" | "G")[])[];
  cards_left: number[];
  round: number;
  rounds: number;
  piles: MeowPilePicture[];
  removed: number[];
  over: boolean;
  hand: MeowCardPicture[];
}

export interface AddiCatsCardPicture {
  kind: "action" | "addition" | "sum";
  text: string;
  numbers: number[];
}

export interface AddiCatsPlacePicture {
  owner: number;
  face_down: number;
  open: number;
  top: AddiCatsCardPicture[];
  shown_at: number;
}

export interface AddiCatsHitPicture {
  seat: number;
  part: string;
  after: number;
}

export interface AddiCatsCalledPicture {
  place: number;
  owner: number;
  card: string;
}

export interface AddiCatsCorrection {
  total: number;
  additions: ([number, number])[];
}

export interface AddiCatsVerdictPicture {
  note: Record<string, any>;
  correction: AddiCatsCorrection | null;
}

export interface AddiCatsPicture {
  phase: "first" | "deal" | "look" | "turn" | "count" | "chase" | "trap" | "decide" | "last_call" | "over";
  timed: boolean;
  places: AddiCatsPlacePicture[];
  up: number | null;
  turn: number | null;
  direction: number;
  now: number;
  deadline: number | null;
  window: number | null;
  hits: AddiCatsHitPicture[];
  tied: number[];
  decided: boolean[];
  called: AddiCatsCalledPicture | null;
  sumo: boolean;
  excused: number[];
  verdict: AddiCatsVerdictPicture[];
  left: number[];
  won: number[][];
  numbers_up_to: number;
  cards_turned: number;
  over: boolean;
  decision: boolean | null;
}

export interface HouseOfCatsSpacePicture {
  name: string;
  row: number;
  column: number;
  star: boolean;
  box: string;
  area: string;
  later: boolean;
}

export interface HouseOfCatsSheetPicture {
  level: number;
  rows: string[];
  columns: string[];
  spaces: HouseOfCatsSpacePicture[];
  cats: string[];
  cheeses: string[];
  parts: string[];
}

export interface HouseOfCatsRoomPicture {
  number: string;
  spaces: string[];
  points: number;
  fresh: boolean;
}

export interface HouseOfCatsAreaPicture {
  area: string;
  cats: number;
  mice: number;
  points: number;
}

export interface HouseOfCatsHousePicture {
  entries: string[];
  doubled: string[];
  walls: number[];
  rooms: HouseOfCatsRoomPicture[];
  circles: number[];
  cats: number;
  eaten: string[];
  lines: Record<string, number>;
  areas: HouseOfCatsAreaPicture[];
  parts: number[];
  total: number;
  full: boolean;
  fresh: string[];
}

export interface HouseOfCatsAbilityPicture {
  number: string;
  letter: string;
  name: string;
  about: string;
  at_once: boolean;
}

export interface HouseOfCatsDiePicture {
  symbol: string;
  used: boolean;
}

export interface HouseOfCatsTaskPicture {
  kind: "ability" | "expand" | "room" | "write";
  symbols: string[];
  left: number;
  ability: string;
}

export interface HouseOfCatsTurnPicture {
  house: HouseOfCatsHousePicture;
  dice: HouseOfCatsDiePicture[];
  left: number;
  starting: boolean;
  corners: boolean;
  steps: number;
  done: boolean;
  task: HouseOfCatsTaskPicture | null;
}

export interface HouseOfCatsChoicePicture {
  kind: "back" | "cat" | "done" | "expand" | "forfeit" | "place" | "room" | "use" | "write";
  say: string;
  targets: string[];
  symbol: string;
  ability: string;
  how: string;
  loses: number;
}

export interface HouseOfCatsPicture {
  sheet: HouseOfCatsSheetPicture;
  abilities: HouseOfCatsAbilityPicture[];
  number: number;
  dice: string[];
  houses: HouseOfCatsHousePicture[];
  waiting: boolean[];
  over: boolean;
  viewer: number | null;
  turn: HouseOfCatsTurnPicture | null;
  choices: HouseOfCatsChoicePicture[];
}
