// Generated from the structs of purrlor.table.wire and purrlor.kit by `make wire`.

/** One kind of mistake: how often, and how many points it lost; in a race how many cards. */
export interface MistakeCount {
  kind: string;
  count: number;
  loss: number;
}

/** The luck and skill of one seat in one match. */
export interface SkillSummary {
  luck: number | null;
  lost: number | null;
  choices: number;
  right: number;
  signs: string;
  habits: MistakeCount[];
}

/** `label: value`, with what belongs to it below. `seat`: the line is about this seat, whose name is its label. A catalogue of words may call the field `<game>.view.<name>`, and its value `<game>.<name>.<value>`. */
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

/** A seat of a new table: for a person on this device, a bot of a level, or open to anybody with the link. */
export interface SeatWanted {
  kind: "bot" | "open" | "person";
  name?: string;
  level?: string;
  cat?: string;
}

/** `POST /api/tables`. */
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
  listed?: boolean;
}

/** `POST /api/forks`: a table that continues a finished match, or a puzzle, after some of its events. */
export interface NewFork {
  name: string;
  seats: SeatWanted[];
  at?: number;
  table?: string;
  game?: string;
  puzzle?: string;
  cat?: string;
  dice?: "new" | "same";
  redeal?: number | null;
  pace?: number;
}

/** The table that was created. */
export interface TableMade {
  id: string;
  key: string;
}

/** `POST /api/tables/ID/join`: take an open seat, or watch. */
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

/** The seat that was taken, or the right to watch. */
export interface Joined {
  seat: number | null;
  token: string;
}

/** `POST /api/me`. */
export interface Rename {
  name: string;
}

/** `GET /api/me`: the identity of this device, if it has one. */
export interface Me {
  known: boolean;
  name: string;
  room: string;
}

/** `POST /api/transfer`: a token that signs another device in as the same person, once, within ten minutes. */
export interface TransferMade {
  word: string;
}

/** `POST /api/transfer/take`; the answer is `Entered`. */
export interface TransferTaken {
  word: string;
}

/** `POST /api/tables/ID/code` answers it, `POST /api/codes` takes it: the letters of an invitation's code. */
export interface TableCode {
  code: string;
}

/** `POST /api/letters/BOX`: a sealed description of a connection, for the phone that looks into this box. */
export interface Letter {
  text: string;
}

/** `GET /api/letters/BOX`: the letters that were in the box, oldest first; `POST` answers with none. */
export interface Letters {
  texts: string[];
}

/** `POST /api/codes`: what the code stands for. The key of a room for children goes to its opener alone; another device waits with its ticket. */
export interface CodeFound {
  kind: "evening" | "room" | "table";
  id: string;
  key: string;
  ticket: string;
  number: number;
}

/** `POST /api/qr`: a text to draw as a QR code. */
export interface Link {
  text: string;
}

/** An option of a game: its type, its possible values and its default. */
export interface OptionInfo {
  name: string;
  kind: "bool" | "choice" | "choices" | "int" | "seat" | "text";
  default: string;
  choices: string[];
  optional: boolean;
}

/** `POST /api/sheets/check`: a drawing of a sheet, or its code word. */
export interface SheetDrawn {
  text: string;
}

/** The sheet in the form of the option `sheet`, its level and marks; or what is wrong with it in `error`. */
export interface SheetChecked {
  packed: string;
  level: number;
  rows: string[][];
  error: string;
  reason: Reason | null;
}

/** `GET /api/games`. */
export interface GameInfo {
  name: string;
  seats: number[];
  levels: string[];
  options: OptionInfo[];
  hints: boolean;
  default_level: string;
  rated: boolean;
  redeals: boolean;
  known_levels: string[];
}

/** `GET /api/tables`: one of your tables. */
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

/** `GET /api/open-tables`: a table whose host lets everybody on this server take a free seat. */
export interface OpenTable {
  id: string;
  key: string;
  game: string;
  host: string;
  clock: "day" | "none" | "quick" | "relaxed";
  free: number;
  seats: number;
}

/** `POST /api/tables/ID/leave`: what happened to the table. `open`: your seat is open again. `bot`: a bot plays on for you. `kept`: the table is only off your list. `removed`: nobody else belonged to it, so it is deleted. */
export interface Left {
  outcome: "bot" | "kept" | "open" | "removed";
}

/** A piece of a line of the rules; `to` is where a link leads, on the same page. */
export interface RulesText {
  kind: "code" | "em" | "link" | "strong" | "text";
  text: string;
  to: string;
}

/** A heading, to which links lead by `id`. */
export interface RulesHeading {
  kind: "heading";
  level: number;
  id: string;
  text: RulesText[];
}

/** A paragraph. */
export interface RulesParagraph {
  kind: "paragraph";
  text: RulesText[];
}

/** A list of points. */
export interface RulesList {
  kind: "list";
  ordered: boolean;
  items: RulesText[][];
}

/** A table: cells of the head, then rows of cells. */
export interface RulesTable {
  kind: "table";
  head: RulesText[][];
  rows: RulesText[][][];
}

/** A picture that the web client draws by its name, and its caption. */
export interface RulesFigure {
  kind: "figure";
  name: string;
  text: string;
}

/** A block of fixed-width text. */
export interface RulesCode {
  kind: "code";
  text: string;
}

/** The rules of a game or its guide, below the title. */
export interface RulesPage {
  blocks: (RulesHeading | RulesParagraph | RulesList | RulesTable | RulesFigure | RulesCode)[];
}

/** Say that this device is ready. `pledge` is the hash of the contribution that `Reveal` sends after all pledges. A program that needs no pledge sends its `contribution` at once: one line of visible text, at most 64 characters. */
export interface Ready {
  type: "ready";
  contribution?: string;
  pledge?: string;
}

/** The contribution that was pledged. Sent when the table is `revealing`. */
export interface Reveal {
  type: "reveal";
  contribution: string;
  id?: number;
}

/** Begin without waiting, as the host: open seats get bots. */
export interface Start {
  type: "start";
  id?: number;
  without_bots?: boolean;
}

/** Play an action. */
export interface Act {
  type: "act";
  seat: number;
  version: number;
  action: string;
  id?: number;
  reaction?: number | null;
}

/** Take back the last act of this seat. Answered with updates for everybody, or with `Refused`. */
export interface TakeBack {
  type: "take_back";
  seat: number;
  id?: number;
}

/** Request a hint for this seat. Answered with `Hint` once it is computed, or with `Refused`. */
export interface AskHint {
  type: "hint";
  seat: number;
  id?: number;
}

/** Request the view of this seat as the rules define it, for bots. Answered with `SeatView`. */
export interface AskView {
  type: "view";
  seat: number;
  id?: number;
}

/** Request the match's state in words, as this seat sees it; null: as a spectator. Answered with `Answer`. */
export interface AskState {
  type: "ask";
  seat: number | null;
  question: "hand" | "lead" | "moves" | "scores" | "table";
  language?: string;
  id?: number;
}

/** A chat message: a quick phrase by its key, or free text if the host allows it. */
export interface Say {
  type: "say";
  phrase?: string;
  text?: string;
  id?: number;
}

/** Let a bot play for a seat: your own, one whose person is away, or as the host an open one. */
export interface Replace {
  type: "replace";
  seat: number;
  level?: string;
  id?: number;
}

/** Take back your own seat from the bot that plays for you. */
export interface TakeSeat {
  type: "take_seat";
  seat: number;
  id?: number;
}

/** Request a rematch of the same people. With another `game`, bots take part only if it needs more players. */
export interface Rematch {
  type: "rematch";
  id?: number;
  game?: string;
}

/** A seat and its player. */
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

/** Everything about a table except the match; sent first, and whenever it changes. */
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
  origin: string;
  position: string;
}

/** One note of the story: after which event of the match, and `note` with its `kind` and values. */
export interface Told {
  event: number;
  note: Record<string, unknown>;
}

/** Everything that a seat needs; the latest update is enough. */
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

/** Your message was carried out; sent for messages without a visible effect. */
export interface Done {
  type: "done";
  id: number;
}

/** The reason for a refusal, by the rules or options of a game. */
export interface Reason {
  code: string;
  words: string;
  values: Record<string, string | number | string[] | Reason>;
}

/** A refusal: nothing changed. `code` is for programs, `words` for people, `allowed` lists what is possible. */
export interface Refused {
  type: "refused";
  id: number;
  code: string;
  words: string;
  allowed: string[];
  values: Record<string, string | number | number>;
  reason: Reason | null;
}

/** A race begins: open this many WebSockets to `/api/tables/ID/line`, so that the proxy measures your connection. They are closed at once. Without them the connection is measured less well. */
export interface MeasureLine {
  type: "measure_line";
  times: number;
}

/** A chat message. */
export interface Said {
  type: "said";
  name: string;
  seat: number | null;
  phrase: string;
  text: string;
  at: number;
}

/** An action with its expected value. */
export interface Ranked {
  action: string;
  worth: number;
}

/** The second-best turn, where a turn has several actions. */
export interface NextBest {
  actions: string[];
  less: number;
  reason: Record<string, unknown> | null;
}

/** The strongest bot's ranking of actions, given what this seat knows, best first, and why. */
export interface Hint {
  type: "hint";
  seat: number;
  id: number;
  version: number;
  ranked: Ranked[];
  reason: Record<string, unknown> | null;
  next_best: NextBest | null;
}

/** Everything that a seat knows and may do at this version; `view` has the fields of the game's view class. */
export interface SeatView {
  type: "view";
  seat: number;
  version: number;
  view: unknown;
  legal: string[];
  id: number;
}

/** The state of the match in short sentences. */
export interface Answer {
  type: "answer";
  id: number;
  seat: number | null;
  question: "hand" | "lead" | "moves" | "scores" | "table";
  lines: string[];
}

/** The timing of one act of a race. Times are in milliseconds. */
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

/** One race: all presses, in the order that counted. */
export interface RaceLedger {
  type: "race";
  version: number;
  held: number;
  entries: RaceEntry[];
}

/** The answer to a bad HTTP request; its fields are those of `Refused`. */
export interface Problem {
  code: string;
  words: string;
  values: Record<string, string | number | number>;
  reason: Reason | null;
}

/** One step of a replay: the event in notation, the picture after it, and its notes. */
export interface Step {
  number: number;
  event: string;
  view: unknown;
  notes: Told[];
  awaiting: number[];
}

/** `GET /api/tables/ID/fates`: each random outcome of the match, with its event and what was drawn. `pool`: the faces of each die, or the values to draw from. */
export interface AskedFate {
  event: number;
  number: number;
  kind: "draw" | "roll";
  count: number;
  pool: number[];
  values: number[];
}

/** `GET /api/tables/ID/replay?seat=N`, once the match is over. */
export interface Replay {
  table: TableInfo;
  seat: number | null;
  steps: Step[];
}

/** The choice and a better one, each as the web client draws it, such as a sheet after the turn. */
export interface Compared {
  played: unknown;
  better: unknown;
}

/** A mistake: the event, the choice, a better one, and the loss. */
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

/** One seat: reached = start + luck - lost. */
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

/** One chance to be the fastest, and its outcome. */
export interface MomentOf {
  event: number;
  cards: string[];
  outcome: string;
  after: number | null;
}

/** One seat of a race. */
export interface RaceReview {
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

/** A review of all seats: accounts, or for a race its moments. */
export interface Review {
  accounts: AccountOf[];
  looks_back: RaceReview[] | null;
}

/** `GET /api/tables/ID/review`: repeat it while it is `working`; `review` has the seats that are done. */
export interface ReviewAnswer {
  status: "done" | "none" | "working";
  review: Review | null;
  progress: number;
}

/** `POST /api/tables/ID/continuations`: compare moves in random continuations of a finished match. */
export interface CompareMoves {
  at: number;
  seat: number;
  moves: string[];
}

export interface ContinuedMove {
  move: string;
  points: number;
  wins: number;
}

/** The results so far; repeat the request until `done` is `count`. */
export interface Continuations {
  count: number;
  done: number;
  moves: ContinuedMove[];
}

/** `POST /api/today/GAME`: today's scored try; with `scored` false a try for fun, with other dice and deals. */
export interface NewTry {
  name: string;
  cat?: string;
  scored?: boolean;
  pace?: number;
}

/** Your scored try: it counts once the server has replayed its record. */
export interface TryOf {
  table: string;
  status: "checking" | "counts" | "late" | "running";
  points: number | null;
  millis: number | null;
  place: number | null;
}

/** One game's challenge of the day. */
export interface TodayGame {
  game: string;
  options: Record<string, string>;
  bots: string[];
  commitment: string;
  tomorrow: string;
  players: number;
  own: TryOf | null;
}

/** A try of yours that counts. */
export interface DoneTry {
  day: string;
  game: string;
  points: number;
}

/** `GET /api/today`. */
export interface Today {
  day: string;
  ends: number;
  now: number;
  streak: number;
  games: TodayGame[];
  done: DoneTry[];
}

/** A try that counts. */
export interface BoardEntry {
  place: number;
  name: string;
  points: number;
  millis: number;
  you: boolean;
}

/** The strongest bot's result with the same dice and deals. */
export interface Par {
  level: string;
  points: number;
  millis: number;
}

/** `GET /api/today/GAME?day=DAY`. */
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
  merit: SkillSummary | null;
  judging: boolean;
}

/** A finished match and your seat in it; several seats of one device are several entries. */
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
  merit: SkillSummary | null;
}

/** The change of your rating in one game by one match. */
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

/** `GET /api/tables/ID/rating`: repeat it while it is `working`: the review comes first. */
export interface TableRating {
  status: "done" | "none" | "working";
  change: RatingChange | null;
}

/** `GET /api/history`: the latest first. */
export interface History {
  matches: PlayedMatch[];
  working: number;
  ratings: RatingChange[];
}

/** `DELETE /api/me`: everything about you is deleted, unless `left` names tables that another server has in memory: leave them first. */
export interface Forgotten {
  left: string[];
}

/** A passkey of this person. */
export interface PasskeyInfo {
  id: string;
  name: string;
  created: number;
  used: number | null;
}

/** `GET /api/passkeys`: the passkeys of this person. */
export interface Passkeys {
  possible: "address" | "library" | "yes";
  passkeys: PasskeyInfo[];
}

/** `POST /api/passkeys/options` and `/api/passkeys/enter/options`: the options for the browser's authenticator. */
export interface Ceremony {
  options: string;
}

/** `POST /api/passkeys`: store a new passkey; the answer is `Passkeys`. */
export interface NewPasskey {
  credential: string;
  name: string;
}

/** `POST /api/passkeys/ID`. */
export interface PasskeyName {
  name: string;
}

/** `POST /api/passkeys/enter`: sign in with a passkey. */
export interface Enter {
  credential: string;
}

/** The person of the passkey or the transfer; this device is that person now, unless there is a `ticket`. With a ticket nothing has changed yet: this device belongs to another person who would lose something. */
export interface Entered {
  name: string;
  ticket: string;
  here: string;
  tables: number;
  kept: boolean;
}

/** `POST /api/passkeys/enter/choice`: choose what happens to the person that this device has been. */
export interface EnterChoice {
  ticket: string;
  bring: boolean;
}

/** `GET /api/push`: what a browser needs to subscribe. */
export interface PushKey {
  possible: "library" | "yes";
  key: string;
}

/** `POST /api/push`: notify this device of turns in day-per-turn matches, rematches and invitations. */
export interface Subscribe {
  endpoint: string;
  point: string;
  auth: string;
}

/** `POST /api/push/stop`. */
export interface Unsubscribe {
  endpoint: string;
}

/** `GET /api/regulars`: somebody you played with. */
export interface Regular {
  id: string;
  name: string;
  matches: number;
  last: number;
  game: string;
}

/** `POST /api/tables/ID/invite`. */
export interface Invite {
  regular: string;
}

/** `GET /api/invitations`: a table that somebody invites you to. */
export interface Invitation {
  table: string;
  key: string;
  game: string;
  by: string;
  names: string[];
  clock: "day" | "none" | "quick" | "relaxed";
  at: number;
}

/** Your progress with the puzzles of a game. */
export interface PuzzleStanding {
  game: string;
  count: number;
  tries: number;
  solved: number;
  rating: number;
  first: boolean;
}

/** A choice of several steps, as the game's web client draws it. */
export interface PuzzleChoice {
  action: string;
  drawn: unknown;
}

/** `GET /api/puzzles/GAME`: the next puzzle for you, or the puzzle `?puzzle=ID`. */
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

/** `POST /api/puzzles/GAME`: your choice. */
export interface PuzzleTried {
  puzzle: string;
  action: string;
}

/** A choice with its expected value. */
export interface PuzzleWorth {
  action: string;
  worth: number;
  loss: number;
  error: number;
  best: boolean;
}

/** The result of a puzzle: your choice, the best one, and why. */
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

/** `POST /api/clubs` creates a club, `POST /api/clubs/ID` renames it. */
export interface ClubName {
  name: string;
}

/** `POST /api/clubs/ID/look` and `/join`, with the key of the link. */
export interface ClubKey {
  key: string;
}

/** `POST /api/clubs/ID/remove` and `/hand`. */
export interface ClubMemberId {
  member: string;
}

/** `GET /api/clubs`: one of your clubs. */
export interface ClubInfo {
  id: string;
  name: string;
  members: number;
  owner: boolean;
}

/** The club as shown to a person who received the link. */
export interface ClubLook {
  id: string;
  name: string;
  members: number;
  member: boolean;
}

/** A member's rating in one game. */
export interface ClubRating {
  game: string;
  rating: number;
  deviation: number;
}

/** A member, as other members see them. */
export interface ClubMember {
  id: string;
  name: string;
  since: number;
  owner: boolean;
  you: boolean;
  ratings: ClubRating[];
}

/** `GET /api/clubs/ID`, for members. */
export interface Club {
  id: string;
  name: string;
  key: string;
  owner: boolean;
  members: ClubMember[];
  first: string;
}

/** The results of one member in one month, over matches with at least one other member. */
export interface ClubStanding {
  name: string;
  you: boolean;
  played: number;
  won: number;
  luck: number | null;
  lost: number | null;
}

/** The results of all members in one game, in one month. */
export interface ClubTable {
  game: string;
  standings: ClubStanding[];
}

/** `GET /api/clubs/ID/month?month=2026-11`. */
export interface ClubMonth {
  month: string;
  tables: ClubTable[];
}

/** The board of one game's daily challenge, among members. */
export interface ClubBoard {
  game: string;
  timed: boolean;
  entries: BoardEntry[];
}

/** `GET /api/clubs/ID/today?day=DAY`: the daily challenge, among members. */
export interface ClubDay {
  day: string;
  boards: ClubBoard[];
}

/** `POST /api/evenings`. */
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

/** `POST /api/evenings/ID/join`, with the key of the link; people who have joined need no key to come back. */
export interface JoinEvening {
  name: string;
  key?: string;
  cat?: string;
}

/** `POST /api/evenings/ID/look`. */
export interface EveningKey {
  key: string;
}

/** `POST /api/evenings/ID/remove`: remove this person. */
export interface EveningPersonId {
  person: number;
}

/** `GET /api/evenings`: one of your tournaments. */
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

/** The tournament as shown to a person who received the link. */
export interface EveningLook {
  id: string;
  name: string;
  game: string;
  format: "duplicate" | "knockout" | "swiss";
  people: number;
  joined: boolean;
  open: boolean;
}

/** A person who has joined. */
export interface EveningPerson {
  number: number;
  name: string;
  cat: string;
  plays: boolean;
  you: boolean;
}

/** A seat of a table, and its result. */
export interface EveningSeat {
  person: number;
  relieved: boolean;
  score: number | null;
  won: boolean;
  mark: number | null;
}

/** A table of a round. */
export interface EveningTable {
  number: number;
  id: string;
  relieve: string;
  yours: boolean;
  status: "open" | "over" | "running";
  replay: boolean;
  seats: EveningSeat[];
}

/** A round with its tables. */
export interface EveningRound {
  number: number;
  over: boolean;
  draw: string;
  commitment: string;
  seed: string;
  byes: number[];
  tables: EveningTable[];
}

/** One line of the standings. */
export interface EveningStanding {
  person: number;
  place: number;
  points: number;
  tie_break: number;
  rounds: (number | null)[];
  luck: number | null;
  lost: number | null;
}

/** `GET /api/evenings/ID?after=VERSION`: answered once a newer version than `after` exists, or after a while. */
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

/** `POST /api/positions`: share an event of a finished match, or a puzzle, for everybody to play on from. */
export interface NewPosition {
  name: string;
  host: string;
  seats: SeatWanted[];
  at?: number;
  table?: string;
  game?: string;
  puzzle?: string;
  redeal?: number | null;
}

/** `POST /api/positions/ID/look`, with the key of the link; the host and people who play need none. */
export interface PositionKey {
  key?: string;
}

/** `POST /api/positions/ID/play`: to this person's table, always the same one. */
export interface PlayPosition {
  name: string;
  key?: string;
  cat?: string;
  pace?: number;
}

/** `GET /api/positions`: a position that you share or play. */
export interface PositionOf {
  id: string;
  name: string;
  game: string;
  status: "open" | "over";
  people: number;
  host: boolean;
  created: number;
}

/** A person's result, compared with the same seat at all other tables. */
export interface PositionResult {
  person: number;
  name: string;
  cat: string;
  place: number;
  score: number;
  won: boolean;
  mark: number;
  relieved: boolean;
  you: boolean;
  table: string;
}

/** `POST /api/positions/ID/look`. */
export interface Position {
  id: string;
  key: string;
  name: string;
  by: string;
  host: boolean;
  game: string;
  at: number;
  seat: number;
  levels: string[];
  status: "open" | "over";
  until: number;
  people: number;
  own: string;
  finished: boolean;
  shown: boolean;
  counting: boolean;
  results: PositionResult[];
  commitment: string;
  secret: string;
}

/** `GET /api/rooms`: one of the rooms that you opened. */
export interface RoomInfo {
  id: string;
  created: number;
  cats: number;
  locked: boolean;
}

/** `POST /api/rooms/ID/enter`, with the key of the room or the ticket of a device that the opener let in. `child`: the opener hands this device to a child. */
export interface RoomKey {
  key?: string;
  child?: boolean;
  ticket?: string;
}

/** `POST /api/rooms`: a room that you opened, and the right to enter it. */
export interface RoomFound {
  id: string;
  key: string;
}

/** `POST /api/rooms/ID/wait`: ask whether the opener let this device in. */
export interface RoomTicket {
  ticket: string;
}

/** The answer to `RoomTicket`. */
export interface RoomWait {
  admitted: boolean;
}

/** `POST /api/rooms/ID/admit`, for the opener: admit these waiting devices, or turn them away. */
export interface RoomAdmit {
  devices: string[];
  let_in: boolean;
}

/** A device that knows the code and waits to be let in. */
export interface RoomDevice {
  id: string;
  number: number;
}

/** `POST /api/rooms/ID/cat`: be this cat. `POST /api/rooms/ID/free`: the opener frees it; empty: all of them. */
export interface RoomCatWanted {
  cat: string;
}

/** `POST /api/rooms/ID/lock`, for the opener: whether devices stay in the room. */
export interface RoomLock {
  locked: boolean;
}

/** `POST /api/rooms/ID/leave`: the opener's number lifts the lock on this device; empty: the lock is lifted. */
export interface RoomNumber {
  number?: string;
}

/** `POST /api/rooms/ID/tables`: you, open seats for friends, and bots. */
export interface RoomTable {
  game: string;
  friends?: number;
  bots?: number;
}

/** `POST /api/tables/ID/sit`: take an open seat of a table of your room. */
export interface RoomSit {
}

/** A seat of a table in a room. */
export interface RoomSeat {
  kind: "bot" | "open" | "person";
  cat: string;
  level: string;
}

/** A table in a room. */
export interface RoomTableInfo {
  id: string;
  game: string;
  status: "open" | "over" | "running";
  seats: RoomSeat[];
  yours: boolean;
}

/** One of the cats that children choose. */
export interface RoomCat {
  cat: string;
  taken: boolean;
  yours: boolean;
}

/** `GET /api/rooms/ID`. */
export interface Room {
  id: string;
  opener: boolean;
  locked: boolean;
  cat: string;
  cats: RoomCat[];
  tables: RoomTableInfo[];
  key: string;
  number: string;
  waiting: RoomDevice[];
}

/** One item to learn, such as a sum, and how well it is known. */
export interface KnownItem {
  item: string;
  grade: "quick" | "slow" | "usual" | "weak";
  millis: number | null;
}

/** What the player of one cat knows. */
export interface CatKnowledge {
  cat: string;
  known: KnownItem[];
}

/** `GET /api/rooms/ID/knowledge`, for the opener: what each cat knows now, by game. */
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

export type PositionStatus = "open" | "over";

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

export interface Routes {
  /** List the tables of the identities that were merged into this person. */
  "GET /api/bringing": {
    answer: string[];
  };
  /** List the clubs of this person. */
  "GET /api/clubs": {
    answer: ClubInfo[];
  };
  /** Create a club. */
  "POST /api/clubs": {
    body: ClubName;
    answer: Club;
  };
  /** Delete a club, for its owner. */
  "DELETE /api/clubs/{club}": {
    answer: undefined;
  };
  /** Return a club, for its members. */
  "GET /api/clubs/{club}": {
    answer: Club;
  };
  /** Rename a club, for its owner. */
  "POST /api/clubs/{club}": {
    body: ClubName;
    answer: Club;
  };
  /** Return the board of the club's own challenge of the day. */
  "GET /api/clubs/{club}/challenge": {
    answer: Board;
  };
  /** Return the table of this person's one try at the club's challenge. */
  "POST /api/clubs/{club}/challenge": {
    body: NewTry;
    answer: TableMade;
  };
  /** Make another member the owner. */
  "POST /api/clubs/{club}/hand": {
    body: ClubMemberId;
    answer: Club;
  };
  /** Join a club with the token of its link. */
  "POST /api/clubs/{club}/join": {
    body: ClubKey;
    answer: Club;
  };
  /** Leave a club. */
  "POST /api/clubs/{club}/leave": {
    answer: undefined;
  };
  /** Return the summary of a club that its link shows before joining. */
  "POST /api/clubs/{club}/look": {
    body: ClubKey;
    answer: ClubLook;
  };
  /** Return the results of the club's challenges in a month. */
  "GET /api/clubs/{club}/month": {
    query: "month";
    answer: ClubMonth;
  };
  /** Remove a member, for the owner. */
  "POST /api/clubs/{club}/remove": {
    body: ClubMemberId;
    answer: Club;
  };
  /** Replace the club's link by a new one, for the owner. */
  "POST /api/clubs/{club}/renew": {
    answer: Club;
  };
  /** Return the club's board of the day. One try a day counts, on the public board and on that of each club. */
  "GET /api/clubs/{club}/today": {
    query: "day";
    answer: ClubDay;
  };
  /** Return the target of a code and the right to join. Attempts are limited, so that nobody tries all codes. */
  "POST /api/codes": {
    body: TableCode;
    answer: CodeFound;
  };
  /** List the tournaments of this person. */
  "GET /api/evenings": {
    answer: EveningOf[];
  };
  /** Create a tournament. */
  "POST /api/evenings": {
    body: NewEvening;
    answer: Evening;
  };
  /** Delete a tournament, for its host. */
  "DELETE /api/evenings/{evening}": {
    answer: undefined;
  };
  /** Return the tournament. With `?after=VERSION` it waits for a newer version. */
  "GET /api/evenings/{evening}": {
    query: "after";
    answer: Evening;
  };
  /** Close the current round, for the host. */
  "POST /api/evenings/{evening}/close": {
    answer: Evening;
  };
  /** End the tournament before its last round. A running round has to be closed first. */
  "POST /api/evenings/{evening}/end": {
    answer: Evening;
  };
  /** Join; a person who left comes back under the same number. */
  "POST /api/evenings/{evening}/join": {
    body: JoinEvening;
    answer: Evening;
  };
  /** Leave before the next round; a bot continues a match that is running. */
  "POST /api/evenings/{evening}/leave": {
    answer: Evening;
  };
  /** Return the summary of a tournament that its link shows before joining. */
  "POST /api/evenings/{evening}/look": {
    body: EveningKey;
    answer: EveningLook;
  };
  /** Take somebody out of the next rounds, for the host. */
  "POST /api/evenings/{evening}/remove": {
    body: EveningPersonId;
    answer: Evening;
  };
  /** Draw the next round, for the host. */
  "POST /api/evenings/{evening}/round": {
    answer: Evening;
  };
  /** Create a table that plays on from an event of a finished match, or from a puzzle. */
  "POST /api/forks": {
    body: NewFork;
    answer: TableMade;
  };
  /** List the games with their seats, bots and options. */
  "GET /api/games": {
    answer: GameInfo[];
  };
  /** Return the guide to a game, for new players. */
  "GET /api/games/{game}/guide": {
    query: "language";
    answer: RulesPage;
  };
  /** Return the rules of a game as headings, paragraphs, lists and tables. */
  "GET /api/games/{game}/rules": {
    query: "language";
    answer: RulesPage;
  };
  /** Return the texts of a game that is not part of the web client, in English where they are missing. */
  "GET /api/games/{game}/words": {
    query: "language";
    answer: Record<string, string>;
  };
  /** Return this person's finished matches with luck and skill, and the course of their ratings. Ask again while `working`. */
  "GET /api/history": {
    answer: History;
  };
  /** List the tables that regulars invite this person to. */
  "GET /api/invitations": {
    answer: Invitation[];
  };
  /** Decline an invitation. */
  "POST /api/invitations/{invitation}/decline": {
    answer: undefined;
  };
  /** Return the letters in a box and empty it. Waits up to 15 seconds for the first one. */
  "GET /api/letters/{box}": {
    answer: Letters;
  };
  /** Leave a letter for a phone that plays without the server. */
  "POST /api/letters/{box}": {
    body: Letter;
    answer: Letters;
  };
  /** Delete everything about this person. Matches with others stay with them, without the name and the chat. */
  "DELETE /api/me": {
    answer: Forgotten;
  };
  /** Return the device's identity, and set its cookie before it takes a seat: a later answer may be lost. */
  "GET /api/me": {
    answer: Me;
  };
  /** Change this person's name. */
  "POST /api/me": {
    body: Rename;
    answer: Me;
  };
  /** Sign this device out; a passkey can sign the person in again. */
  "POST /api/me/leave": {
    answer: Me;
  };
  /** List the tables that wait for players and that their hosts let everybody find, latest first. */
  "GET /api/open-tables": {
    answer: OpenTable[];
  };
  /** List this person's passkeys. */
  "GET /api/passkeys": {
    answer: Passkeys;
  };
  /** Add a passkey from an authenticator's answer. */
  "POST /api/passkeys": {
    body: NewPasskey;
    answer: Passkeys;
  };
  /** Sign in as the person of a passkey, or request a confirmation if that would leave something behind. */
  "POST /api/passkeys/enter": {
    body: Enter;
    answer: Entered;
  };
  /** Answer the question whether to bring tables along or leave them behind. */
  "POST /api/passkeys/enter/choice": {
    body: EnterChoice;
    answer: Entered;
  };
  /** Return WebAuthn's options for signing in. */
  "POST /api/passkeys/enter/options": {
    answer: Ceremony;
  };
  /** Begin to create a passkey; a device without an identity gets one. */
  "POST /api/passkeys/options": {
    answer: Ceremony;
  };
  /** Remove a passkey. */
  "DELETE /api/passkeys/{passkey}": {
    answer: Passkeys;
  };
  /** Rename a passkey. */
  "POST /api/passkeys/{passkey}": {
    body: PasskeyName;
    answer: Passkeys;
  };
  /** List the positions that this person shares or plays. */
  "GET /api/positions": {
    answer: PositionOf[];
  };
  /** Share a position of a finished match, or a puzzle. */
  "POST /api/positions": {
    body: NewPosition;
    answer: Position;
  };
  /** Delete the position and its results, for its host. */
  "DELETE /api/positions/{position}": {
    answer: undefined;
  };
  /** Close the position for its host: nobody begins any more, and everybody sees the seed and all matches. */
  "POST /api/positions/{position}/close": {
    answer: Position;
  };
  /** Return the position, with its results for people who may see them. */
  "POST /api/positions/{position}/look": {
    body: PositionKey;
    answer: Position;
  };
  /** Return this person's table, always the same one. */
  "POST /api/positions/{position}/play": {
    body: PlayPosition;
    answer: TableMade;
  };
  /** Return the server's public key for push messages. */
  "GET /api/push": {
    answer: PushKey;
  };
  /** Notify this device by push messages. */
  "POST /api/push": {
    body: Subscribe;
    answer: undefined;
  };
  /** Stop notifying a device. */
  "POST /api/push/stop": {
    body: Unsubscribe;
    answer: undefined;
  };
  /** Return this person's progress with the puzzles of each game. */
  "GET /api/puzzles": {
    answer: PuzzleStanding[];
  };
  /** Return the next puzzle for this person, or the puzzle that `puzzle` names. */
  "GET /api/puzzles/{game}": {
    query: "puzzle";
    answer: PuzzleShown;
  };
  /** Judge an answer: return the expected value of every choice. */
  "POST /api/puzzles/{game}": {
    body: PuzzleTried;
    answer: PuzzleJudged;
  };
  /** Draw the QR code of a link. The link is in the body, so that no log contains its token. */
  "POST /api/qr": {
    body: Link;
    answer: string;
  };
  /** Delete this person's ratings. */
  "DELETE /api/ratings": {
    answer: undefined;
  };
  /** Check a record in a worker process, and keep it as a finished table of this person. */
  "POST /api/records": {
    body: string;
    answer: TableMade;
  };
  /** List the people this person has played with. */
  "GET /api/regulars": {
    answer: Regular[];
  };
  /** Block a regular. It works both ways, and the other person is not notified. */
  "POST /api/regulars/{regular}/block": {
    answer: undefined;
  };
  /** List the rooms that this device opened. */
  "GET /api/rooms": {
    answer: RoomInfo[];
  };
  /** Open a room for children. */
  "POST /api/rooms": {
    answer: RoomFound;
  };
  /** Close a room, for its opener. */
  "DELETE /api/rooms/{room}": {
    answer: undefined;
  };
  /** Return a room, for its members. */
  "GET /api/rooms/{room}": {
    answer: Room;
  };
  /** Admit devices that know only the code, or turn them away. */
  "POST /api/rooms/{room}/admit": {
    body: RoomAdmit;
    answer: Room;
  };
  /** Choose a cat to be in the room. */
  "POST /api/rooms/{room}/cat": {
    body: RoomCatWanted;
    answer: Room;
  };
  /** Make a code of the room, for the opener. */
  "POST /api/rooms/{room}/code": {
    answer: TableCode;
  };
  /** Sign the device in as a child of the room; the opener stays signed in, unless they hand the device over. */
  "POST /api/rooms/{room}/enter": {
    body: RoomKey;
    answer: Room;
  };
  /** Free a cat for another child, for the opener. */
  "POST /api/rooms/{room}/free": {
    body: RoomCatWanted;
    answer: Room;
  };
  /** Delete what one cat or all cats know, for the opener. */
  "DELETE /api/rooms/{room}/knowledge": {
    query: "cat";
    answer: RoomKnowledge[];
  };
  /** Return the knowledge of the room's cats, for the opener. */
  "GET /api/rooms/{room}/knowledge": {
    answer: RoomKnowledge[];
  };
  /** Leave the room, if it is not locked. */
  "POST /api/rooms/{room}/leave": {
    body: RoomNumber;
    answer: undefined;
  };
  /** Lock or unlock the room, for the opener. */
  "POST /api/rooms/{room}/lock": {
    body: RoomLock;
    answer: Room;
  };
  /** Make a table of the room. */
  "POST /api/rooms/{room}/tables": {
    body: RoomTable;
    answer: TableMade;
  };
  /** Return whether the opener has let this device in. */
  "POST /api/rooms/{room}/wait": {
    body: RoomTicket;
    answer: RoomWait;
  };
  /** Check a drawing of a sheet, and return it as the value of the option `sheet`. */
  "POST /api/sheets/check": {
    body: SheetDrawn;
    answer: SheetChecked;
  };
  /** List the tables of this person, with progress, turn and result. */
  "GET /api/tables": {
    answer: TableSummary[];
  };
  /** Create a table. */
  "POST /api/tables": {
    body: NewTable;
    answer: TableMade;
  };
  /** Delete a table for everybody, for its host, unless others are playing. */
  "DELETE /api/tables/{table}": {
    answer: Left;
  };
  /** Return everything about a table except its match. Only people who may see the match receive the seed. */
  "GET /api/tables/{table}": {
    answer: TableInfo;
  };
  /** Give this person a table of an identity that was merged into theirs. */
  "POST /api/tables/{table}/bring": {
    answer: undefined;
  };
  /** Create a code; allowed for the people at the table, the host, and the screen that shows the table. */
  "POST /api/tables/{table}/code": {
    answer: TableCode;
  };
  /** Compare moves in random continuations of a finished match. Ask again until all are done. */
  "POST /api/tables/{table}/continuations": {
    body: CompareMoves;
    answer: Continuations;
  };
  /** List the random outcomes of a finished match, to check them. */
  "GET /api/tables/{table}/fates": {
    answer: AskedFate[];
  };
  /** Invite a regular to a table that has not begun. They see it on the home page, and are notified if they wish. */
  "POST /api/tables/{table}/invite": {
    body: Invite;
    answer: undefined;
  };
  /** Take an open seat, or watch. Needs the token of the invitation. */
  "POST /api/tables/{table}/join": {
    body: Join;
    answer: Joined;
  };
  /** Give up a seat for good, or take a finished table off the list. */
  "POST /api/tables/{table}/leave": {
    answer: Left;
  };
  /** Return the token of the invitation again, for the people at the table. */
  "POST /api/tables/{table}/link": {
    answer: TableMade;
  };
  /** Return the ledger of races of a table, to everybody who may be there. */
  "GET /api/tables/{table}/races": {
    answer: RaceLedger[];
  };
  /** Return the change of this person's rating by a rated match. Ask again while `working`. */
  "GET /api/tables/{table}/rating": {
    answer: TableRating;
  };
  /** Return the record of a finished match. */
  "GET /api/tables/{table}/record": {
    answer: string;
  };
  /** Let bots play for the absent people of one table. */
  "POST /api/tables/{table}/relieve": {
    answer: undefined;
  };
  /** Return a finished match step by step, as a seat or a spectator saw it. */
  "GET /api/tables/{table}/replay": {
    query: "seat";
    answer: Replay;
  };
  /** Return the review of a finished match. Ask again while `working`. */
  "GET /api/tables/{table}/review": {
    answer: ReviewAnswer;
  };
  /** Take an open seat, as this device's cat in the table's room. */
  "POST /api/tables/{table}/sit": {
    body: RoomSit;
    answer: Joined;
  };
  "GET /api/tables/{table}/socket": {
    answer: undefined;
  };
  /** Return the daily challenges of today, with this person's tries, calendar and streak. */
  "GET /api/today": {
    answer: Today;
  };
  /** Return the board of a day. Ask again while `judging`. */
  "GET /api/today/{game}": {
    query: "day";
    answer: Board;
  };
  /** Return the table of this person's scored try, always the same one, or make a table for fun. */
  "POST /api/today/{game}": {
    body: NewTry;
    answer: TableMade;
  };
  /** Create a token that signs another device in as the same person. It works once, within ten minutes. */
  "POST /api/transfer": {
    answer: TransferMade;
  };
  /** Become the person of a transfer token, or get a question if that would leave tables behind. */
  "POST /api/transfer/take": {
    body: TransferTaken;
    answer: Entered;
  };
}
