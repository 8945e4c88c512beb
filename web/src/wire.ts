// Made from the structs of purrlor.table.wire and purrlor.kit: `make wire` makes it anew.

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
  grab_events: number[];
}

export interface Habit {
  kind: string;
  count: number;
  loss: number;
}

export interface Merit {
  luck: number | null;
  lost: number | null;
  choices: number;
  right: number;
  signs: string;
  habits: Habit[];
}

export interface OutlineLine {
  label: string;
  value: string;
  lines: OutlineLine[];
  seat: number | null;
  name: string;
  flag: boolean | null;
}

export interface OutlinePicture {
  generic: boolean;
  outline: OutlineLine[];
}

export interface SeatWanted {
  kind: "bot" | "open" | "person";
  name?: string;
  level?: string;
  cat?: string;
}

export interface NewTable {
  game: string;
  seats: SeatWanted[];
  name: string;
  cat?: string;
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
  rated?: boolean;
  screen?: boolean;
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
  cat?: string;
  request?: string;
  screen?: boolean;
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
  room: string;
}

export interface TransferMade {
  word: string;
}

export interface TransferTaken {
  word: string;
}

export interface TableCode {
  code: string;
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
  reason: Reason | null;
}

export interface GameInfo {
  name: string;
  seats: number[];
  levels: string[];
  options: OptionInfo[];
  hints: boolean;
  default_level: string;
  rated: boolean;
  known_levels: string[];
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
  others: boolean;
  role: "host" | "player" | "watcher";
  events: number;
  progress: [number, number] | null;
  winners: number[];
  scores: number[];
}

export interface Left {
  outcome: "bot" | "kept" | "open" | "removed";
}

export interface RulesText {
  kind: "code" | "em" | "link" | "strong" | "text";
  text: string;
  to: string;
}

export interface RulesHeading {
  kind: "heading";
  level: number;
  id: string;
  text: RulesText[];
}

export interface RulesParagraph {
  kind: "paragraph";
  text: RulesText[];
}

export interface RulesList {
  kind: "list";
  ordered: boolean;
  items: RulesText[][];
}

export interface RulesTable {
  kind: "table";
  head: RulesText[][];
  rows: RulesText[][][];
}

export interface RulesCode {
  kind: "code";
  text: string;
}

export interface RulesPage {
  blocks: (RulesHeading | RulesParagraph | RulesList | RulesTable | RulesCode)[];
}

export interface Ready {
  type: "ready";
  contribution?: string;
  pledge?: string;
}

export interface Reveal {
  type: "reveal";
  contribution: string;
  id?: number;
}

export interface Start {
  type: "start";
  id?: number;
  without_bots?: boolean;
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

export interface AskView {
  type: "view";
  seat: number;
  id?: number;
}

export interface AskState {
  type: "ask";
  seat: number | null;
  question: "hand" | "lead" | "moves" | "scores" | "table";
  language?: string;
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
  game?: string;
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
  cat: string;
  pledge: string;
  contribution: string;
  delay: number;
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
  revealing: boolean;
  contributions: string[];
  seed: string;
  next: string;
  next_key: string;
  lesson: string;
  take_backs: boolean;
  challenge: string;
  sealed_until: number;
  rated: boolean;
  evening: string;
  shared_fate: boolean;
  room: string;
  screen: boolean;
}

export interface Told {
  event: number;
  note: Record<string, unknown>;
}

export interface Update {
  type: "update";
  seat: number | null;
  legal: string[];
  take_back: boolean;
  view: unknown;
  version: number;
  events: number;
  awaiting: number[];
  racing: boolean;
  now: number;
  deadline: number | null;
  clock: number | null;
  notes: Told[];
  over: boolean;
  winners: number[];
  scores?: number[];
  since?: number;
}

export interface Done {
  type: "done";
  id: number;
}

export interface Reason {
  code: string;
  words: string;
  values: Record<string, string | number | string[] | Reason>;
}

export interface Refused {
  type: "refused";
  id: number;
  code: string;
  words: string;
  allowed: string[];
  values: Record<string, string | number | number>;
  reason: Reason | null;
}

export interface MeasureLine {
  type: "measure_line";
  times: number;
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
  reason: Record<string, unknown> | null;
}

export interface SeatView {
  type: "view";
  seat: number;
  version: number;
  view: unknown;
  legal: string[];
  id: number;
}

export interface Answer {
  type: "answer";
  id: number;
  seat: number | null;
  question: "hand" | "lead" | "moves" | "scores" | "table";
  lines: string[];
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
  usual: number;
  exceeded: boolean;
  delay: number;
}

export interface RaceLedger {
  type: "race";
  version: number;
  held: number;
  entries: RaceEntry[];
}

export interface Problem {
  code: string;
  words: string;
  values: Record<string, string | number | number>;
  reason: Reason | null;
}

export interface Step {
  number: number;
  event: string;
  view: unknown;
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
  played: unknown;
  better: unknown;
}

export interface Judged {
  event: number;
  asked: number;
  situation: Record<string, unknown>;
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

export interface Review {
  accounts: AccountOf[];
  looks_back: LookBackOf[] | null;
}

export interface ReviewAnswer {
  status: "done" | "none" | "working";
  review: Review | null;
  progress: number;
}

export interface NewTry {
  name: string;
  cat?: string;
  scored?: boolean;
  pace?: number;
}

export interface TryOf {
  table: string;
  status: "checking" | "counts" | "late" | "running";
  points: number | null;
  millis: number | null;
  place: number | null;
}

export interface TodayGame {
  game: string;
  options: Record<string, string>;
  bots: string[];
  commitment: string;
  tomorrow: string;
  players: number;
  own: TryOf | null;
}

export interface DoneTry {
  day: string;
  game: string;
  points: number;
}

export interface Today {
  day: string;
  ends: number;
  now: number;
  streak: number;
  games: TodayGame[];
  done: DoneTry[];
}

export interface BoardEntry {
  place: number;
  name: string;
  points: number;
  millis: number;
  you: boolean;
}

export interface Par {
  level: string;
  points: number;
  millis: number;
}

export interface Board {
  game: string;
  day: string;
  ends: number;
  revealed: number;
  commitment: string;
  secret: string;
  timed: boolean;
  par: Par | null;
  players: number;
  entries: BoardEntry[];
  own: TryOf | null;
  merit: Merit | null;
  judging: boolean;
}

export interface PlayedMatch {
  table: string;
  game: string;
  ended: number;
  seat: number;
  names: string[];
  levels: string[];
  scores: number[];
  won: boolean;
  challenge: string;
  merit: Merit | null;
}

export interface RatingChange {
  table: string;
  game: string;
  at: number;
  number: number;
  before: number;
  rating: number;
  deviation: number;
  reason: "away" | "down" | "down_against_luck" | "down_with_luck" | "up" | "up_against_luck" | "up_with_luck";
}

export interface TableRating {
  status: "done" | "none" | "working";
  change: RatingChange | null;
}

export interface History {
  matches: PlayedMatch[];
  working: number;
  ratings: RatingChange[];
}

export interface Forgotten {
  left: string[];
}

export interface PasskeyInfo {
  id: string;
  name: string;
  created: number;
  used: number | null;
}

export interface Passkeys {
  possible: "address" | "library" | "yes";
  passkeys: PasskeyInfo[];
}

export interface Ceremony {
  options: string;
}

export interface NewPasskey {
  credential: string;
  name: string;
}

export interface PasskeyName {
  name: string;
}

export interface Enter {
  credential: string;
}

export interface Entered {
  name: string;
  ticket: string;
  here: string;
  tables: number;
  kept: boolean;
}

export interface EnterChoice {
  ticket: string;
  bring: boolean;
}

export interface PushKey {
  possible: "library" | "yes";
  key: string;
}

export interface Subscribe {
  endpoint: string;
  point: string;
  auth: string;
}

export interface Unsubscribe {
  endpoint: string;
}

export interface Regular {
  id: string;
  name: string;
  matches: number;
  last: number;
  game: string;
}

export interface Invite {
  regular: string;
}

export interface Invitation {
  table: string;
  key: string;
  game: string;
  by: string;
  names: string[];
  clock: "day" | "none" | "quick" | "relaxed";
  at: number;
}

export interface PuzzleStanding {
  game: string;
  count: number;
  tries: number;
  solved: number;
  rating: number;
  first: boolean;
}

export interface PuzzleChoice {
  action: string;
  drawn: unknown;
}

export interface PuzzleShown {
  id: string;
  seat: number;
  table: TableInfo;
  update: Update;
  choices: PuzzleChoice[];
  rating: number;
  again: boolean;
  standing: PuzzleStanding;
}

export interface PuzzleTried {
  puzzle: string;
  action: string;
}

export interface PuzzleWorth {
  action: string;
  worth: number;
  loss: number;
  error: number;
  best: boolean;
}

export interface PuzzleJudged {
  action: string;
  score: 0 | 50 | 100;
  played: string;
  choices: PuzzleWorth[];
  why: (Record<string, unknown>)[];
  exact: boolean;
  before: number;
  standing: PuzzleStanding;
}

export interface ClubName {
  name: string;
}

export interface ClubKey {
  key: string;
}

export interface ClubMemberId {
  member: string;
}

export interface ClubInfo {
  id: string;
  name: string;
  members: number;
  owner: boolean;
}

export interface ClubLook {
  id: string;
  name: string;
  members: number;
  member: boolean;
}

export interface ClubRating {
  game: string;
  rating: number;
  deviation: number;
}

export interface ClubMember {
  id: string;
  name: string;
  since: number;
  owner: boolean;
  you: boolean;
  ratings: ClubRating[];
}

export interface Club {
  id: string;
  name: string;
  key: string;
  owner: boolean;
  members: ClubMember[];
  first: string;
}

export interface ClubStanding {
  name: string;
  you: boolean;
  played: number;
  won: number;
  luck: number | null;
  lost: number | null;
}

export interface ClubTable {
  game: string;
  standings: ClubStanding[];
}

export interface ClubMonth {
  month: string;
  tables: ClubTable[];
}

export interface ClubBoard {
  game: string;
  timed: boolean;
  entries: BoardEntry[];
}

export interface ClubDay {
  day: string;
  boards: ClubBoard[];
}

export interface NewEvening {
  name: string;
  format: "duplicate" | "knockout" | "swiss";
  game: string;
  seats: number;
  rounds?: number;
  options?: Record<string, string>;
  level?: string;
  clock?: "day" | "none" | "quick" | "relaxed";
  host?: string;
  cat?: string;
  plays?: boolean;
}

export interface JoinEvening {
  name: string;
  key?: string;
  cat?: string;
}

export interface EveningKey {
  key: string;
}

export interface EveningCode {
  code: string;
}

export interface EveningPersonId {
  person: number;
}

export interface EveningOf {
  id: string;
  name: string;
  game: string;
  format: "duplicate" | "knockout" | "swiss";
  status: "between" | "open" | "over" | "playing";
  people: number;
  host: boolean;
  created: number;
}

export interface EveningLook {
  id: string;
  name: string;
  game: string;
  format: "duplicate" | "knockout" | "swiss";
  people: number;
  joined: boolean;
  open: boolean;
}

export interface EveningPerson {
  number: number;
  name: string;
  cat: string;
  plays: boolean;
  you: boolean;
}

export interface EveningSeat {
  person: number;
  relieved: boolean;
  score: number | null;
  won: boolean;
  mark: number | null;
}

export interface EveningTable {
  number: number;
  id: string;
  relieve: string;
  yours: boolean;
  status: "open" | "over" | "running";
  replay: boolean;
  seats: EveningSeat[];
}

export interface EveningRound {
  number: number;
  over: boolean;
  draw: string;
  commitment: string;
  seed: string;
  byes: number[];
  tables: EveningTable[];
}

export interface EveningStanding {
  person: number;
  place: number;
  points: number;
  tie_break: number;
  rounds: (number | null)[];
  luck: number | null;
  lost: number | null;
}

export interface Evening {
  id: string;
  key: string;
  code: string;
  name: string;
  format: "duplicate" | "knockout" | "swiss";
  game: string;
  options: Record<string, string>;
  seats: number;
  planned: number;
  level: string;
  clock: "day" | "none" | "quick" | "relaxed";
  status: "between" | "open" | "over" | "playing";
  version: number;
  host: boolean;
  joinable: boolean;
  you: number;
  people: EveningPerson[];
  rounds: EveningRound[];
  standings: EveningStanding[];
  judging: boolean;
  commitments: string[];
  commitment: string;
  secret: string;
  created: number;
}

export interface RoomInfo {
  id: string;
  created: number;
  cats: number;
  locked: boolean;
}

export interface RoomKey {
  key: string;
  child?: boolean;
}

export interface RoomFound {
  id: string;
  key: string;
}

export interface RoomCatWanted {
  cat: string;
}

export interface RoomLock {
  locked: boolean;
}

export interface RoomNumber {
  number?: string;
}

export interface RoomTable {
  game: string;
  friends?: number;
  bots?: number;
}

export interface RoomSit {
}

export interface RoomSeat {
  kind: "bot" | "open" | "person";
  cat: string;
  level: string;
}

export interface RoomTableInfo {
  id: string;
  game: string;
  status: "open" | "over" | "running";
  seats: RoomSeat[];
  yours: boolean;
}

export interface RoomCat {
  cat: string;
  taken: boolean;
  yours: boolean;
}

export interface Room {
  id: string;
  opener: boolean;
  locked: boolean;
  cat: string;
  cats: RoomCat[];
  tables: RoomTableInfo[];
  key: string;
  number: string;
}

export interface KnownItem {
  item: string;
  grade: "quick" | "slow" | "usual" | "weak";
  millis: number | null;
}

export interface CatKnowledge {
  cat: string;
  known: KnownItem[];
}

export interface RoomKnowledge {
  game: string;
  cats: CatKnowledge[];
}

export type Clock = "none" | "relaxed" | "quick" | "day";

export type Watch = "nobody" | "link" | "anyone";

export type Chat = "none" | "phrases" | "free";

export type Status = "open" | "running" | "over";

export type Kind = "person" | "bot" | "open";

export type Role = "host" | "player" | "watcher";

export type EveningFormat = "duplicate" | "swiss" | "knockout";

export type EveningStatus = "open" | "playing" | "between" | "over";

export type ClientMessage =
  | Ready
  | Reveal
  | Start
  | Act
  | TakeBack
  | AskHint
  | AskView
  | AskState
  | Say
  | Replace
  | TakeSeat
  | Rematch;

export type ServerMessage =
  | TableInfo
  | Update
  | Done
  | Refused
  | Said
  | Hint
  | SeatView
  | Answer
  | RaceLedger
  | MeasureLine;
