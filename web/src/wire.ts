// Generated from the structs of purrlor.table.wire and purrlor.kit by `make wire`.

/** One kind of mistake: how often, and how many points it lost; in a race how many cards. */
export interface MistakeCount {
  /** A word in the web client's catalogue. */
  kind: string;
  /** How often it happened. */
  count: number;
  /** The points lost, or in a race the cards. */
  loss: number;
}

/** The luck and skill of one seat in one match. */
export interface SkillSummary {
  /** The points that chance gave; None: not measured. */
  luck: number | null;
  /** The points that decisions lost; None: this game counts moments instead. */
  lost: number | null;
  /** The number of decisions with more than one option, or of moments of a race. */
  choices: number;
  /** The number of decisions that lost nothing, or of moments that were won. */
  right: number;
  /** How the parts of the match went, in order: GOOD, FAIR or BAD. It reveals no dice and no cards. */
  signs: string;
  /** The kinds of mistakes, the costliest first. */
  habits: MistakeCount[];
}

/** `label: value`, with what belongs to it below. `seat`: the line is about this seat, whose name is its label. A catalogue of words may call the field `<game>.view.<name>`, and its value `<game>.<name>.<value>`. */
export interface OutlineLine {
  label: string;
  value: string;
  lines: OutlineLine[];
  seat: number | null;
  /** The name of the field in the code. */
  name: string;
  /** The value, if it is a boolean. */
  flag: boolean | null;
}

export interface OutlinePicture {
  generic: boolean;
  outline: OutlineLine[];
}

/** A seat of a new table: for a person on this device, a bot of a level, or open to anybody with the link. */
export interface SeatWanted {
  /** Whether the seat is for a person on this device, a bot, or anybody with the link. */
  kind: "bot" | "open" | "person";
  /** The person's name. */
  name?: string;
  /** The bot's level. */
  level?: string;
  /** The cat by which the web client draws this person. */
  cat?: string;
}

/** `POST /api/tables`. */
export interface NewTable {
  /** The id of the game. */
  game: string;
  /** The seats, in the order of play. */
  seats: SeatWanted[];
  /** The host's name. */
  name: string;
  /** The cat by which the web client draws the host, a short word in lower case; empty: by seat. */
  cat?: string;
  /** The game's options by name, as text. */
  options?: Record<string, string>;
  /** The time limit for each action, as in `TableInfo`. */
  clock?: "day" | "none" | "quick" | "relaxed";
  /** Who may watch. */
  watch?: "anyone" | "link" | "nobody";
  /** Whether players can send no messages, only ready-made phrases, or free text. */
  chat?: "free" | "none" | "phrases";
  /** Whether players may ask for hints. */
  hints?: boolean;
  /** A word that guests have to know; empty: none. */
  pass_phrase?: string;
  /** The level of the bot that plays for an absent player; empty: the middle one. */
  stand_in?: string;
  /** The least number of milliseconds that a bot takes, so that people can follow. In games without a race a smaller number than the usual one is exact; with 0 the bot takes its own time. */
  pace?: number;
  /** The maximum lag compensation in a race, in milliseconds. */
  cap?: number;
  /** The name of prepared dice and deals, for tutorials; empty: random ones. */
  lesson?: string;
  /** Whether the match changes the players' ratings: no hints, and everybody plays on their own device. */
  rated?: boolean;
  /** The host's browser shows the table to everybody in the room; players hold their hands on their phones. */
  screen?: boolean;
  /** Whether everybody on this server sees the table among the open tables, and may take a free seat. */
  listed?: boolean;
}

/** `POST /api/forks`: a table that continues a finished match, or a puzzle, after some of its events. */
export interface NewFork {
  /** The host's name. */
  name: string;
  /** The players, in seat order. */
  seats: SeatWanted[];
  /** How many events of the match are taken; for a puzzle, all before its decision are. */
  at?: number;
  /** The finished match; empty: a puzzle. */
  table?: string;
  /** The game of the puzzle. */
  game?: string;
  /** The id of the puzzle. */
  puzzle?: string;
  /** The cat by which the web client draws the host; empty: by seat. */
  cat?: string;
  /** The dice and deals to come. A puzzle has only new ones. */
  dice?: "new" | "same";
  /** Deal everything again that this seat cannot know; null: hidden cards stay as they were. */
  redeal?: number | null;
  /** The pace of the bots, as in `NewTable`. */
  pace?: number;
}

/** The table that was created. */
export interface TableMade {
  /** The id of the table, as in its address. */
  id: string;
  /** The right to join; it is sent in the fragment of a link, which no server logs. */
  key: string;
}

/** `POST /api/tables/ID/join`: take an open seat, or watch. */
export interface Join {
  /** Your name at this table. */
  name: string;
  /** The token of the invitation. */
  key?: string;
  /** The table's pass-phrase; empty: none. */
  pass_phrase?: string;
  /** The seat to take; null: the first open one. */
  seat?: number | null;
  /** Whether to watch instead of playing. */
  watch?: boolean;
  /** The cat by which the web client draws you; empty: by seat. */
  cat?: string;
  /** A random word of 16 to 64 characters: a repeated join, sent because the answer was lost, gets the same seat. */
  request?: string;
  /** Whether to watch, and show the table to everybody in the room. */
  screen?: boolean;
  /** Whether the answer contains a token for the Authorization header instead of a cookie; for bots. */
  token?: boolean;
}

/** The seat that was taken, or the right to watch. */
export interface Joined {
  /** Your seat, counted from 0; null: you watch. */
  seat: number | null;
  /** The token for the Authorization header, if it was wanted. */
  token: string;
}

/** `POST /api/me`. */
export interface Rename {
  /** Your new name. */
  name: string;
}

/** `GET /api/me`: the identity of this device, if it has one. */
export interface Me {
  /** Whether the device has an identity. */
  known: boolean;
  /** Your name; empty: none yet. */
  name: string;
  /** The room for children that the device is in; empty: none. */
  room: string;
}

/** `POST /api/transfer`: a token that signs another device in as the same person, once, within ten minutes. */
export interface TransferMade {
  /** The token, sent in the fragment of a link. */
  word: string;
}

/** `POST /api/transfer/take`; the answer is `Entered`. */
export interface TransferTaken {
  /** The token of `TransferMade`. */
  word: string;
}

/** `POST /api/tables/ID/code` answers it, `POST /api/codes` takes it: the letters of an invitation's code. */
export interface TableCode {
  /** The letters of the code. */
  code: string;
}

/** `POST /api/letters/BOX`: a sealed description of a connection, for the phone that looks into this box. */
export interface Letter {
  /** The sealed description. */
  text: string;
}

/** `GET /api/letters/BOX`: the letters that were in the box, oldest first; `POST` answers with none. */
export interface Letters {
  /** The letters as they were sent. */
  texts: string[];
}

/** `POST /api/codes`: what the code stands for. The key of a room for children goes to its opener alone; another device waits with its ticket. */
export interface CodeFound {
  /** What the code belongs to; `evening` is a tournament, `position` a shared position. */
  kind: "evening" | "position" | "room" | "table";
  /** The id of the table, tournament, shared position or room. */
  id: string;
  /** The right to join; empty: `ticket` is needed. */
  key: string;
  /** The ticket with which a device waits to be let in. */
  ticket: string;
  /** By which the opener of the room knows the waiting device. */
  number: number;
}

/** `POST /api/qr`: a text to draw as a QR code. */
export interface Link {
  /** The text to draw. */
  text: string;
}

/** An option of a game: its type, its possible values and its default. */
export interface OptionInfo {
  /** The name of the option, such as `scratch`. */
  name: string;
  /** The type of its values. */
  kind: "bool" | "choice" | "choices" | "int" | "seat" | "text";
  /** The default as text. */
  default: string;
  /** The possible values; empty: any of this kind. */
  choices: string[];
  /** Whether `none` is a value. */
  optional: boolean;
}

/** `POST /api/sheets/check`: a drawing of a sheet, or its code word. */
export interface SheetDrawn {
  /** The drawing as text, or its code word. */
  text: string;
}

/** The sheet in the form of the option `sheet`, its level and marks; or what is wrong with it in `error`. */
export interface SheetChecked {
  /** The value of the option `sheet`; empty: the drawing is wrong. */
  packed: string;
  /** The level that the sheet is for; 0: the drawing is wrong. */
  level: number;
  /** The marks of each row. */
  rows: string[][];
  /** What is wrong, in English; empty: nothing. */
  error: string;
  /** `error` in parts, for other languages. */
  reason: Reason | null;
}

/** `GET /api/games`. */
export interface GameInfo {
  /** The id of the game. */
  name: string;
  /** The possible numbers of seats. */
  seats: number[];
  /** The levels of its bots. */
  levels: string[];
  /** The options of the game. */
  options: OptionInfo[];
  /** Whether the game has an adviser. */
  hints: boolean;
  /** The level of opponents if none is chosen. */
  default_level: string;
  /** Whether matches can be rated: the game has a review that separates skill from luck. */
  rated: boolean;
  /** Whether the game has hidden cards that a fork may deal again. */
  redeals: boolean;
  /** The levels that may sit at a rated table: those of known strength. */
  known_levels: string[];
}

/** `GET /api/tables`: one of your tables. */
export interface TableSummary {
  /** The id of the table, as in its address. */
  id: string;
  /** The id of the game. */
  game: string;
  /** Whether the match has not begun, is running, or is over. */
  status: "open" | "over" | "running";
  /** The names by seat, like `levels` and `scores`. */
  names: string[];
  /** The levels of the bots; empty for people. */
  levels: string[];
  /** Whether one of your seats has to act. */
  your_turn: boolean;
  /** The seats to act. */
  awaiting: number[];
  /** Milliseconds since 1970, like `changed`. */
  created: number;
  /** The time of the last change. */
  changed: number;
  /** The time limit for each action, as in `TableInfo`. */
  clock: "day" | "none" | "quick" | "relaxed";
  /** Whether you are the host. */
  host: boolean;
  /** Whether a person on another device hosts or has a seat, so that leaving does not remove the table. */
  others: boolean;
  /** What you are at this table. */
  role: "host" | "player" | "watcher";
  /** The number of events of the match. */
  events: number;
  /** The finished and all parts of a running match; null: the game does not say. */
  progress: [number, number] | null;
  /** The winning seats, once the match is over, like `scores`. */
  winners: number[];
  /** The points of each seat. */
  scores: number[];
}

/** `GET /api/open-tables`: a table whose host lets everybody on this server take a free seat. */
export interface OpenTable {
  /** The id of the table, as in its address. */
  id: string;
  /** The token of the invitation. */
  key: string;
  /** The id of the game. */
  game: string;
  /** The host's name; empty if the host has no seat. */
  host: string;
  /** The time limit for each action, as in `TableInfo`. */
  clock: "day" | "none" | "quick" | "relaxed";
  /** The number of free seats, out of `seats`. */
  free: number;
  /** The number of seats. */
  seats: number;
}

/** `POST /api/tables/ID/leave`: what happened to the table. `open`: your seat is open again. `bot`: a bot plays on for you. `kept`: the table is only off your list. `removed`: nobody else belonged to it, so it is deleted. */
export interface Left {
  /** What happened, as described above. */
  outcome: "bot" | "kept" | "open" | "removed";
}

/** A piece of a line of the rules; `to` is where a link leads, on the same page. */
export interface RulesText {
  /** How the piece is set: plain, bold, italic, as code, or as a link. */
  kind: "code" | "em" | "link" | "strong" | "text";
  /** The text of the piece. */
  text: string;
  /** The id of the heading that a link leads to; empty: not a link. */
  to: string;
}

/** A heading, to which links lead by `id`. */
export interface RulesHeading {
  kind: "heading";
  /** The level, as in HTML. */
  level: number;
  /** The id that links use. */
  id: string;
  /** The heading, in pieces. */
  text: RulesText[];
}

/** A paragraph. */
export interface RulesParagraph {
  kind: "paragraph";
  /** The paragraph, in pieces. */
  text: RulesText[];
}

/** A list of points. */
export interface RulesList {
  kind: "list";
  /** Whether the points are numbered. */
  ordered: boolean;
  /** The points, each in pieces. */
  items: RulesText[][];
}

/** A table: cells of the head, then rows of cells. */
export interface RulesTable {
  kind: "table";
  /** The cells of the first row, each in pieces. */
  head: RulesText[][];
  /** The other rows of cells. */
  rows: RulesText[][][];
}

/** A picture that the web client draws by its name, and its caption. */
export interface RulesFigure {
  kind: "figure";
  /** The name of the picture. */
  name: string;
  /** The caption. */
  text: string;
}

/** A block of fixed-width text. */
export interface RulesCode {
  kind: "code";
  /** The text, with its line breaks. */
  text: string;
}

/** The rules of a game or its guide, below the title. */
export interface RulesPage {
  /** The blocks, from top to bottom. */
  blocks: (RulesHeading | RulesParagraph | RulesList | RulesTable | RulesFigure | RulesCode)[];
}

/** Say that this device is ready. `pledge` is the hash of the contribution that `Reveal` sends after all pledges. A program that needs no pledge sends its `contribution` at once: one line of visible text, at most 64 characters. */
export interface Ready {
  type: "ready";
  /** Your part of the seed, if it is sent at once. */
  contribution?: string;
  /** The hash of your contribution, if `Reveal` sends it later. */
  pledge?: string;
}

/** The contribution that was pledged. Sent when the table is `revealing`. */
export interface Reveal {
  type: "reveal";
  /** The contribution whose hash was pledged. */
  contribution: string;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** Begin without waiting, as the host: open seats get bots. */
export interface Start {
  type: "start";
  /** A number of your choice: the answer repeats it. */
  id?: number;
  /** Whether open seats are removed instead, as far as the game can be played with fewer. */
  without_bots?: boolean;
}

/** Play an action. */
export interface Act {
  type: "act";
  /** Your seat, counted from 0. */
  seat: number;
  /** The version of the update that the action was chosen on. */
  version: number;
  /** The action in the game's notation. */
  action: string;
  /** A number of your choice: the answer repeats it. */
  id?: number;
  /** In a race: the milliseconds from showing `version` to the press. */
  reaction?: number | null;
}

/** Take back the last act of this seat. Answered with updates for everybody, or with `Refused`. */
export interface TakeBack {
  type: "take_back";
  /** Your seat, counted from 0. */
  seat: number;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** Request a hint for this seat. Answered with `Hint` once it is computed, or with `Refused`. */
export interface AskHint {
  type: "hint";
  /** Your seat, counted from 0. */
  seat: number;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** Request the view of this seat as the rules define it, for bots. Answered with `SeatView`. */
export interface AskView {
  type: "view";
  /** Your seat, counted from 0. */
  seat: number;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** Request the match's state in words, as this seat sees it; null: as a spectator. Answered with `Answer`. */
export interface AskState {
  type: "ask";
  /** Your seat, counted from 0; null: ask as a spectator. */
  seat: number | null;
  /** What to describe: the hand, the table, the possible moves, whose turn it is, or the points. */
  question: "hand" | "lead" | "moves" | "scores" | "table";
  /** A code such as `de`; empty: the language of the connection. */
  language?: string;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** A chat message: a quick phrase by its key, or free text if the host allows it. */
export interface Say {
  type: "say";
  /** The key of a quick phrase; empty: `text` is sent. */
  phrase?: string;
  /** Free text of one line; empty: `phrase` is sent. */
  text?: string;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** Let a bot play for a seat: your own, one whose person is away, or as the host an open one. */
export interface Replace {
  type: "replace";
  /** The seat that the bot takes, counted from 0. */
  seat: number;
  /** The bot's level; empty: the usual one of the table. */
  level?: string;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** Take back your own seat from the bot that plays for you. */
export interface TakeSeat {
  type: "take_seat";
  /** Your seat, counted from 0. */
  seat: number;
  /** A number of your choice: the answer repeats it. */
  id?: number;
}

/** Request a rematch of the same people. With another `game`, bots take part only if it needs more players. */
export interface Rematch {
  type: "rematch";
  /** A number of your choice: the answer repeats it. */
  id?: number;
  /** The game to play; empty: the same again. */
  game?: string;
}

/** A seat and its player. */
export interface SeatInfo {
  /** The name of the person or bot; empty: an open seat. */
  name: string;
  /** Whether a person or a bot has the seat, or nobody yet. */
  kind: "bot" | "open" | "person";
  /** The level of the bot, or of the bot that stands in. */
  level: string;
  /** Whether a bot plays for this person. */
  stands_in: boolean;
  /** Whether the person is connected. */
  here: boolean;
  /** Whether the seat belongs to this device. */
  yours: boolean;
  /** Whether the person is ready to begin. */
  ready: boolean;
  /** Whether the person gave the seat up during the match, and a bot plays on. */
  left: boolean;
  /** The cat that the person chose; empty: none, as at tables of older versions. */
  cat: string;
  /** The hash of this seat's contribution to the seed; empty: none. */
  pledge: string;
  /** The contribution that was revealed, once the match has begun; empty: none. */
  contribution: string;
  /** The handicap of this seat in a race: its acts count this many milliseconds later. */
  delay: number;
}

/** Everything about a table except the match; sent first, and whenever it changes. */
export interface TableInfo {
  type: "table";
  /** The version of this protocol. */
  protocol: number;
  /** The id of the table, as in its address. */
  id: string;
  /** The id of the game. */
  game: string;
  /** The game's options by name, as text. */
  options: Record<string, string>;
  /** Whether the match has not begun, is running, or is over. */
  status: "open" | "over" | "running";
  /** The seats, in the order of play. */
  seats: SeatInfo[];
  /** The time limit for each action: `none`; `relaxed`, 3 minutes; `quick`, 30 seconds; `day`, 24 hours a turn. */
  clock: "day" | "none" | "quick" | "relaxed";
  /** Who may watch. */
  watch: "anyone" | "link" | "nobody";
  /** Whether players can send no messages, only ready-made phrases, or free text. */
  chat: "free" | "none" | "phrases";
  /** Whether players may ask for hints. */
  hints: boolean;
  /** Whether you are the host. */
  host: boolean;
  /** The number of spectators. */
  watchers: number;
  /** The hash of the secret that the seed is made from. */
  commitment: string;
  /** Whether everybody has pledged, and contributions to the seed are being revealed. */
  revealing: boolean;
  /** The players' contributions to the seed, once the match has begun. */
  contributions: string[];
  /** The seed in hexadecimal, once the match is over; empty before. */
  seed: string;
  /** The table of the rematch. */
  next: string;
  /** The right to join the rematch, for players. */
  next_key: string;
  /** The name of prepared dice and deals; empty: random ones. */
  lesson: string;
  /** Whether an act can ever be taken back at this table; `Update.take_back` says whether it can be now. */
  take_backs: boolean;
  /** The day of the daily challenge that this match is a scored try of; a club's own one has the club's id after a slash; empty: none. */
  challenge: string;
  /** `seed` stays empty until then, also when the match is over; milliseconds since 1970. */
  sealed_until: number;
  /** Whether the match changes the ratings of its players when it is over. */
  rated: boolean;
  /** The tournament that the match belongs to; empty: none. */
  evening: string;
  /** Whether tables of a tournament or shared position have the same seed, so that nobody contributes to it. */
  shared_fate: boolean;
  /** The room for children that the table belongs to; empty: none. */
  room: string;
  /** Whether a screen shows the table to everybody in the room, so that players see only their own hands. */
  screen: boolean;
  /** The seal of the record of the match that this one continues, the number of events taken from it, and perhaps for whom hidden cards were dealt again; empty: the match began at its beginning. */
  origin: string;
  /** The shared position that the match continues, to compare the results; empty: none. */
  position: string;
}

/** One note of the story: after which event of the match, and `note` with its `kind` and values. */
export interface Told {
  /** The number of the event that the note belongs to. */
  event: number;
  /** An object with its `kind`; the server keeps it encoded. */
  note: Record<string, unknown>;
}

/** Everything that a seat needs; the latest update is enough. */
export interface Update {
  type: "update";
  /** Your seat, counted from 0; null: you watch. */
  seat: number | null;
  /** Your legal actions in the game's notation. */
  legal: string[];
  /** Whether this seat may take back its last act. */
  take_back: boolean;
  /** The match as you see it: the game's picture. */
  view: unknown;
  /** The version, which grows with every change, including take-backs. */
  version: number;
  /** The number of events of the match. */
  events: number;
  /** The seats to act. */
  awaiting: number[];
  /** Whether the first to act decides, without turns. */
  racing: boolean;
  /** The time in milliseconds of the match. */
  now: number;
  /** The deadline that the rules set, in milliseconds of the match. */
  deadline: number | null;
  /** The milliseconds that the expected seats have left, if a clock is running. */
  clock: number | null;
  /** What happened since the last update. */
  notes: Told[];
  /** Whether the match is over. */
  over: boolean;
  /** The winning seats, once the match is over. */
  winners: number[];
  /** The scores, once the match is over. */
  scores?: number[];
  /** The last event whose notes stay valid after a take-back; `notes` contains the later ones again. */
  since?: number;
}

/** Your message was carried out; sent for messages without a visible effect. */
export interface Done {
  type: "done";
  /** The `id` of the message. */
  id: number;
}

/** The reason for a refusal, by the rules or options of a game. */
export interface Reason {
  /** The key of the sentence in the catalogues of words; empty, or unknown to a catalogue: use `words`. */
  code: string;
  /** The reason in English. */
  words: string;
  /** The values in the sentence. */
  values: Record<string, string | number | string[] | Reason>;
}

/** A refusal: nothing changed. `code` is for programs, `words` for people, `allowed` lists what is possible. */
export interface Refused {
  type: "refused";
  /** The `id` of the message that was refused; 0: none. */
  id: number;
  /** The reason for programs; codes never change. */
  code: string;
  /** The reason in the language of the request. */
  words: string;
  /** Your legal actions, if an act was refused. */
  allowed: string[];
  /** The values in the sentence `server.refused.<code>` of a catalogue. */
  values: Record<string, string | number | number>;
  /** The value `reason`, if there is one, in parts for other languages. */
  reason: Reason | null;
}

/** A race begins: open this many WebSockets to `/api/tables/ID/line`, so that the proxy measures your connection. They are closed at once. Without them the connection is measured less well. */
export interface MeasureLine {
  type: "measure_line";
  /** The number of WebSockets to open. */
  times: number;
}

/** A chat message. */
export interface Said {
  type: "said";
  /** The name of the sender. */
  name: string;
  /** The seat of the person; null: a spectator. */
  seat: number | null;
  /** The key of a quick phrase; empty: `text` is free text. */
  phrase: string;
  /** Free text; empty: `phrase` is shown. */
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** An action with its expected value. */
export interface Ranked {
  /** The action in the game's notation. */
  action: string;
  /** The expected value. */
  worth: number;
}

/** The second-best turn, where a turn has several actions. */
export interface NextBest {
  /** Its actions that the best turn does not have. */
  actions: string[];
  /** The expected points that it loses against the best turn. */
  less: number;
  /** What it does, as a note; null: the same as the best turn. */
  reason: Record<string, unknown> | null;
}

/** The strongest bot's ranking of actions, given what this seat knows, best first, and why. */
export interface Hint {
  type: "hint";
  /** The seat that the hint is for, counted from 0. */
  seat: number;
  /** The `id` of the request. */
  id: number;
  /** The version that the hint is for. */
  version: number;
  /** The actions, the best first. */
  ranked: Ranked[];
  /** Why the best action is good, as a note; null: no reason is known. */
  reason: Record<string, unknown> | null;
  /** The second-best turn; null: a turn has one action, or no other was found. */
  next_best: NextBest | null;
}

/** Everything that a seat knows and may do at this version; `view` has the fields of the game's view class. */
export interface SeatView {
  type: "view";
  /** The seat whose view this is, counted from 0. */
  seat: number;
  /** The version of the match that the view shows. */
  version: number;
  /** The view, with the fields of the game's view class. */
  view: unknown;
  /** The seat's legal actions in the game's notation. */
  legal: string[];
  /** The `id` of the request. */
  id: number;
}

/** The state of the match in short sentences. */
export interface Answer {
  type: "answer";
  /** The `id` of the request. */
  id: number;
  /** The seat that asked; null: a spectator. */
  seat: number | null;
  /** The question that is answered. */
  question: "hand" | "lead" | "moves" | "scores" | "table";
  /** The sentences. */
  lines: string[];
}

/** The timing of one act of a race. Times are in milliseconds. */
export interface RaceEntry {
  /** The seat that acted, counted from 0. */
  seat: number;
  /** The action in the game's notation. */
  action: string;
  /** The version that the press answered. */
  version: number;
  /** The reaction time that the client reported; null: none. */
  reported: number | null;
  /** The milliseconds between sending the picture and receiving the press. */
  elapsed: number;
  /** The maximum compensation of this press. */
  allowance: number;
  /** The reaction time that counted. */
  reaction: number;
  /** The act's place in the order of arrival, from 1, among those decided together. */
  arrival: number;
  /** The act's place in the verdict, from 1. */
  place: number;
  /** Whether a bot acted. */
  bot: boolean;
  /** The usual round trip of the connection. */
  usual: number;
  /** Whether the client claimed more than its connection and a slow screen can explain. */
  exceeded: boolean;
  /** The handicap that is part of `reaction`. */
  delay: number;
}

/** One race: all presses, in the order that counted. */
export interface RaceLedger {
  type: "race";
  /** The version of the match at the verdict. */
  version: number;
  /** The time that the verdict waited for presses that could still have been faster. */
  held: number;
  /** The presses, in the order that counted. */
  entries: RaceEntry[];
}

/** The answer to a bad HTTP request; its fields are those of `Refused`. */
export interface Problem {
  /** The reason for programs. */
  code: string;
  /** The reason in English. */
  words: string;
  /** The values in the sentence `server.refused.<code>` of a catalogue. */
  values: Record<string, string | number | number>;
  /** The value `reason`, if there is one, in parts for other languages. */
  reason: Reason | null;
}

/** One step of a replay: the event in notation, the picture after it, and its notes. */
export interface Step {
  /** The number of events so far. */
  number: number;
  /** The event in the game's notation. */
  event: string;
  /** The picture after the event. */
  view: unknown;
  /** What the event meant. */
  notes: Told[];
  /** The seats to act after it. */
  awaiting: number[];
}

/** `GET /api/tables/ID/fates`: each random outcome of the match, with its event and what was drawn. `pool`: the faces of each die, or the values to draw from. */
export interface AskedFate {
  /** The number of the event in the record. */
  event: number;
  /** Which outcome of the match it is, from 1. Outcomes that a fork took from its origin are left out. */
  number: number;
  /** Whether dice were rolled or values were drawn. */
  kind: "draw" | "roll";
  /** The number of dice or of values drawn. */
  count: number;
  /** The faces of each die, or the values to draw from. */
  pool: number[];
  /** What was rolled or drawn. */
  values: number[];
}

/** `GET /api/tables/ID/replay?seat=N`, once the match is over. */
export interface Replay {
  /** The table, as at the end of the match. */
  table: TableInfo;
  /** The seat whose view is shown; null: a spectator's. */
  seat: number | null;
  /** The steps, from the start of the match to its end. */
  steps: Step[];
}

/** The choice and a better one, each as the web client draws it, such as a sheet after the turn. */
export interface Compared {
  /** The picture after the choice. */
  played: unknown;
  /** The picture after the better choice. */
  better: unknown;
}

/** A mistake: the event, the choice, a better one, and the loss. */
export interface Judged {
  /** The number of the event in the record. */
  event: number;
  /** The step of the replay at which the seat had to choose. */
  asked: number;
  /** The situation of the seat, as a note. */
  situation: Record<string, unknown>;
  /** The choice, in the game's notation. */
  action: string;
  /** The better choice, in the game's notation. */
  best: string;
  /** The expected result after the choice; after the better one it is `worth + loss`. */
  worth: number;
  /** The points that the choice lost. */
  loss: number;
  /** The standard error of `loss`; 0: exact. */
  error: number;
  /** The pictures of the most costly mistakes, if the game can be drawn. */
  drawn: Compared | null;
}

/** One seat: reached = start + luck - lost. */
export interface AccountOf {
  /** The seat, counted from 0. */
  seat: number;
  /** The expected result with best play, before anything happened. */
  start: number;
  /** The final result. */
  reached: number;
  /** The points that chance gave. */
  luck: number;
  /** The points that decisions lost. */
  lost: number;
  /** The share of matches with less luck; null: not known for this game. */
  luck_rank: number | null;
  /** The expected result after each event that changed it. */
  course: ([number, number])[];
  /** The mistakes, the most costly first. */
  decisions: Judged[];
  /** The number of decisions. */
  choices: number;
}

/** One chance to be the fastest, and its outcome. */
export interface MomentOf {
  /** The number of the event that ended the moment. */
  event: number;
  /** The cards that gave the right to hit. */
  cards: string[];
  /** `won`, `beaten` (somebody was faster), `missed` (nobody hit) or `gone`. */
  outcome: string;
  /** The milliseconds until the hit; null: there was none, or no clock ran. */
  after: number | null;
}

/** One seat of a race. */
export interface RaceReview {
  /** The seat, counted from 0. */
  seat: number;
  /** The number of moments that the seat won. */
  won: number;
  /** The number of moments in which somebody else was faster. */
  beaten: number;
  /** The number of moments in which nobody hit. */
  missed: number;
  /** The cards that the seat could have given away in missed moments. */
  missed_cards: number;
  /** The median reaction time in milliseconds; null: there is none. */
  median_time: number | null;
  /** The number of greedy hits. */
  grabs: number;
  /** The cards that greedy hits cost. */
  greed_cost: number;
  /** The cards that the seat had left. */
  cards_at_end: number;
  /** The seat's chances to be the fastest, in order. */
  moments: MomentOf[];
  /** The numbers of the events that were greedy hits. */
  grab_events: number[];
}

/** A review of all seats: accounts, or for a race its moments. */
export interface Review {
  /** The seats of a game with decisions; empty: a race. */
  accounts: AccountOf[];
  /** The seats of a race; null: not a race. */
  looks_back: RaceReview[] | null;
}

/** `GET /api/tables/ID/review`: repeat it while it is `working`; `review` has the seats that are done. */
export interface ReviewAnswer {
  /** Whether the review is still being computed, is complete, or does not exist for this game. */
  status: "done" | "none" | "working";
  /** The review so far; null: there is none yet. */
  review: Review | null;
  /** The finished share of the work. */
  progress: number;
}

/** `POST /api/tables/ID/continuations`: compare moves in random continuations of a finished match. */
export interface CompareMoves {
  /** How many events of the match are taken. */
  at: number;
  /** The seat that has to move, counted from 0. */
  seat: number;
  /** Actions of this seat; those of a whole turn with commas between them, as reviews name them. */
  moves: string[];
}

export interface ContinuedMove {
  /** The move as in `CompareMoves`. */
  move: string;
  /** The seat's mean score. */
  points: number;
  /** In how many continuations the seat won, alone or with others. */
  wins: number;
}

/** The results so far; repeat the request until `done` is `count`. */
export interface Continuations {
  /** The number of continuations of each move. */
  count: number;
  /** The number of continuations that have been played. */
  done: number;
  /** The moves, in the order of the request. */
  moves: ContinuedMove[];
}

/** `POST /api/today/GAME`: today's scored try; with `scored` false a try for fun, with other dice and deals. */
export interface NewTry {
  /** Your name on the board. */
  name: string;
  /** The cat by which the web client draws you; empty: by seat. */
  cat?: string;
  /** Whether the try counts. */
  scored?: boolean;
  /** The pace, as in `NewTable`; it changes neither dice and deals nor opponents. */
  pace?: number;
}

/** Your scored try: it counts once the server has replayed its record. */
export interface TryOf {
  /** The id of the table at which you play or played it. */
  table: string;
  /** `checking`: the record is being replayed; `late`: it ended after the day. */
  status: "checking" | "counts" | "late" | "running";
  /** The points; null until the try counts, like `millis` and `place`. */
  points: number | null;
  /** The duration of the match. */
  millis: number | null;
  /** The rank on the board. */
  place: number | null;
}

/** One game's challenge of the day. */
export interface TodayGame {
  /** The id of the game. */
  game: string;
  /** The options of the day by name, as text. */
  options: Record<string, string>;
  /** The levels of your opponents. */
  bots: string[];
  /** The hash of the day's secret. */
  commitment: string;
  /** The commitment to the secret of the next day. */
  tomorrow: string;
  /** The number of tries that count. */
  players: number;
  /** Your scored try; null: none yet. */
  own: TryOf | null;
}

/** A try of yours that counts. */
export interface DoneTry {
  /** The date in UTC, like `2026-11-16`. */
  day: string;
  /** The id of the game. */
  game: string;
  /** The points of the try. */
  points: number;
}

/** `GET /api/today`. */
export interface Today {
  /** The date in UTC, like `2026-11-16`. */
  day: string;
  /** Milliseconds since 1970. */
  ends: number;
  /** The server's time in milliseconds since 1970. */
  now: number;
  /** The number of consecutive days with a counting try of yours, up to today or yesterday. */
  streak: number;
  /** The challenge of each game. */
  games: TodayGame[];
  /** Your tries of the last months, the oldest first. */
  done: DoneTry[];
}

/** A try that counts. */
export interface BoardEntry {
  /** The rank on the board. */
  place: number;
  /** The name of the player. */
  name: string;
  /** The points of the try. */
  points: number;
  /** The duration of the match. */
  millis: number;
  /** Whether this is you. */
  you: boolean;
}

/** The strongest bot's result with the same dice and deals. */
export interface Par {
  /** The level of the bot. */
  level: string;
  /** The points of the bot. */
  points: number;
  /** The duration of the match. */
  millis: number;
}

/** `GET /api/today/GAME?day=DAY`. */
export interface Board {
  /** The id of the game. */
  game: string;
  /** The date in UTC, like `2026-11-16`. */
  day: string;
  /** The time at which the day ends; milliseconds since 1970, like `revealed`. */
  ends: number;
  /** The time at which the secret is published. */
  revealed: number;
  /** The hash of the secret, published the day before. */
  commitment: string;
  /** The secret in hexadecimal; empty before `revealed`. */
  secret: string;
  /** Whether the shorter of two matches of equal points is the better one. */
  timed: boolean;
  /** The par, once your own try is over; null also while it is not known yet. */
  par: Par | null;
  /** The number of tries that count. */
  players: number;
  /** The best hundred entries, and yours. */
  entries: BoardEntry[];
  /** Your scored try; null: none yet. */
  own: TryOf | null;
  /** The luck and skill of your own try; null: not known yet. */
  merit: SkillSummary | null;
  /** Whether par or merit are still being computed: repeat the request later. */
  judging: boolean;
}

/** A finished match and your seat in it; several seats of one device are several entries. */
export interface PlayedMatch {
  /** The id of the table. */
  table: string;
  /** The id of the game. */
  game: string;
  /** Milliseconds since 1970. */
  ended: number;
  /** Your seat, counted from 0. */
  seat: number;
  /** The names by seat, like `levels` and `scores`. */
  names: string[];
  /** The levels of bots; empty: a person. */
  levels: string[];
  /** The points of each seat. */
  scores: number[];
  /** Whether you won, alone or with others. */
  won: boolean;
  /** The day of the challenge, as in `TableInfo`. */
  challenge: string;
  /** Luck and skill; null: not known yet, or the game has no review. */
  merit: SkillSummary | null;
}

/** The change of your rating in one game by one match. */
export interface RatingChange {
  /** The id of the table. */
  table: string;
  /** The id of the game. */
  game: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Counts your rated matches of this game. */
  number: number;
  /** The rating before the match. */
  before: number;
  /** The rating after the match. */
  rating: number;
  /** The standard deviation of `rating`: with 95 % probability it is within two of them. */
  deviation: number;
  /** The reason: how you played, and your luck; `away`: a bot played for you, or you left. */
  reason: "away" | "down" | "down_against_luck" | "down_with_luck" | "up" | "up_against_luck" | "up_with_luck";
}

/** `GET /api/tables/ID/rating`: repeat it while it is `working`: the review comes first. */
export interface TableRating {
  /** Whether the match is not rated, its review is still being computed, or the change is known. */
  status: "done" | "none" | "working";
  /** The change; null until `done`. */
  change: RatingChange | null;
}

/** `GET /api/history`: the latest first. */
export interface History {
  /** Your finished matches, the latest first. */
  matches: PlayedMatch[];
  /** The number of matches still being reviewed: repeat the request later. */
  working: number;
  /** The changes of ratings by game, the oldest first. */
  ratings: RatingChange[];
}

/** `DELETE /api/me`: everything about you is deleted, unless `left` names tables that another server has in memory: leave them first. */
export interface Forgotten {
  /** The tables to leave first; empty: everything is deleted. */
  left: string[];
}

/** A passkey of this person. */
export interface PasskeyInfo {
  /** The id of the passkey, as in addresses. */
  id: string;
  /** The name that you gave it. */
  name: string;
  /** Milliseconds since 1970, like `used`. */
  created: number;
  /** The time at which it was last used; null: never. */
  used: number | null;
}

/** `GET /api/passkeys`: the passkeys of this person. */
export interface Passkeys {
  /** Whether passkeys can be used here, or why not: the library is missing, or the address has no domain name. */
  possible: "address" | "library" | "yes";
  /** Your passkeys. */
  passkeys: PasskeyInfo[];
}

/** `POST /api/passkeys/options` and `/api/passkeys/enter/options`: the options for the browser's authenticator. */
export interface Ceremony {
  /** WebAuthn's `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
  options: string;
}

/** `POST /api/passkeys`: store a new passkey; the answer is `Passkeys`. */
export interface NewPasskey {
  /** WebAuthn's `RegistrationResponseJSON`. */
  credential: string;
  /** The name that you give it. */
  name: string;
}

/** `POST /api/passkeys/ID`. */
export interface PasskeyName {
  /** The new name of the passkey. */
  name: string;
}

/** `POST /api/passkeys/enter`: sign in with a passkey. */
export interface Enter {
  /** WebAuthn's `AuthenticationResponseJSON`. */
  credential: string;
}

/** The person of the passkey or the transfer; this device is that person now, unless there is a `ticket`. With a ticket nothing has changed yet: this device belongs to another person who would lose something. */
export interface Entered {
  /** The name of the person. */
  name: string;
  /** The right to send `EnterChoice`; empty: nothing to decide. */
  ticket: string;
  /** The name of the person that this device has been so far. */
  here: string;
  /** The number of that person's tables. */
  tables: number;
  /** Whether that person has a passkey, and so can sign in again. */
  kept: boolean;
}

/** `POST /api/passkeys/enter/choice`: choose what happens to the person that this device has been. */
export interface EnterChoice {
  /** The ticket of `Entered`. */
  ticket: string;
  /** Whether the two persons are merged; otherwise the other person stays as it is. */
  bring: boolean;
}

/** `GET /api/push`: what a browser needs to subscribe. */
export interface PushKey {
  /** Whether this server can send push messages, or lacks the library. */
  possible: "library" | "yes";
  /** The server's public key (VAPID) in base64url. */
  key: string;
}

/** `POST /api/push`: notify this device of turns in day-per-turn matches, rematches and invitations. */
export interface Subscribe {
  /** The address of the push service. */
  endpoint: string;
  /** The browser's public key (`p256dh`) in base64url. */
  point: string;
  /** The subscription's `auth` secret in base64url. */
  auth: string;
}

/** `POST /api/push/stop`. */
export interface Unsubscribe {
  /** The address of the push service, as in `Subscribe`. */
  endpoint: string;
}

/** `GET /api/regulars`: somebody you played with. */
export interface Regular {
  /** The person's id in your list; it means nothing to others. */
  id: string;
  /** The name of the person. */
  name: string;
  /** The number of matches together. */
  matches: number;
  /** The time of your last match together, in milliseconds since 1970. */
  last: number;
  /** The game of the last match. */
  game: string;
}

/** `POST /api/tables/ID/invite`. */
export interface Invite {
  /** The person's id in your list of regulars. */
  regular: string;
}

/** `GET /api/invitations`: a table that somebody invites you to. */
export interface Invitation {
  /** The id of the table. */
  table: string;
  /** The right to join. */
  key: string;
  /** The id of the game. */
  game: string;
  /** The name of the person who invites you. */
  by: string;
  /** The names of the people at the table. */
  names: string[];
  /** The time limit for each action, as in `TableInfo`. */
  clock: "day" | "none" | "quick" | "relaxed";
  /** The time in milliseconds since 1970. */
  at: number;
}

/** Your progress with the puzzles of a game. */
export interface PuzzleStanding {
  /** The id of the game. */
  game: string;
  /** The number of puzzles. */
  count: number;
  /** The number of puzzles that you have tried. */
  tries: number;
  /** The number of puzzles that you solved at the first try. */
  solved: number;
  /** Your rating in puzzles of this game. */
  rating: number;
  /** Whether your rating still changes in large steps. */
  first: boolean;
}

/** A choice of several steps, as the game's web client draws it. */
export interface PuzzleChoice {
  /** The choice in the game's notation. */
  action: string;
  /** The picture of the choice. */
  drawn: unknown;
}

/** `GET /api/puzzles/GAME`: the next puzzle for you, or the puzzle `?puzzle=ID`. */
export interface PuzzleShown {
  /** The id of the puzzle. */
  id: string;
  /** The seat to move. */
  seat: number;
  /** The table, as in a match. */
  table: TableInfo;
  /** The match as the seat to move sees it. */
  update: Update;
  /** The possible choices; empty: all legal actions. */
  choices: PuzzleChoice[];
  /** The rating of the puzzle. */
  rating: number;
  /** Whether you have tried it before, so that it does not change your rating. */
  again: boolean;
  /** Your progress before this puzzle. */
  standing: PuzzleStanding;
}

/** `POST /api/puzzles/GAME`: your choice. */
export interface PuzzleTried {
  /** The puzzle's id. */
  puzzle: string;
  /** Your choice in the game's notation. */
  action: string;
}

/** A choice with its expected value. */
export interface PuzzleWorth {
  /** The choice in the game's notation. */
  action: string;
  /** The expected value. */
  worth: number;
  /** The difference in expected value from the best choice. */
  loss: number;
  /** The standard error of `loss`; 0: exact. */
  error: number;
  /** Whether no choice is clearly better. */
  best: boolean;
}

/** The result of a puzzle: your choice, the best one, and why. */
export interface PuzzleJudged {
  /** Your choice in the game's notation. */
  action: string;
  /** The score: 100 solved, 50 nearly, 0 missed. */
  score: 0 | 50 | 100;
  /** The choice in the match. */
  played: string;
  /** The choices, the best first. */
  choices: PuzzleWorth[];
  /** Notes that say why the best choice is better than yours, or than the choice in the match. */
  why: (Record<string, unknown>)[];
  /** Whether the values are exact, not estimated. */
  exact: boolean;
  /** Your rating before this try. */
  before: number;
  /** Your progress after this try. */
  standing: PuzzleStanding;
}

/** `POST /api/clubs` creates a club, `POST /api/clubs/ID` renames it. */
export interface ClubName {
  /** The name of the club. */
  name: string;
}

/** `POST /api/clubs/ID/look` and `/join`, with the key of the link. */
export interface ClubKey {
  /** The right to join, from the link. */
  key: string;
}

/** `POST /api/clubs/ID/remove` and `/hand`. */
export interface ClubMemberId {
  /** The member's id in this club. */
  member: string;
}

/** `GET /api/clubs`: one of your clubs. */
export interface ClubInfo {
  /** The id of the club, as in its address. */
  id: string;
  /** The name of the club. */
  name: string;
  /** The number of members. */
  members: number;
  /** Whether you own it. */
  owner: boolean;
}

/** The club as shown to a person who received the link. */
export interface ClubLook {
  /** The id of the club, as in its address. */
  id: string;
  /** The name of the club. */
  name: string;
  /** The number of members. */
  members: number;
  /** Whether you belong to it already. */
  member: boolean;
}

/** A member's rating in one game. */
export interface ClubRating {
  /** The id of the game. */
  game: string;
  /** The rating, mostly between 0 and 100. */
  rating: number;
  /** The standard deviation of `rating`. */
  deviation: number;
}

/** A member, as other members see them. */
export interface ClubMember {
  /** The member's id in this club; it means nothing elsewhere. */
  id: string;
  /** The name of the member. */
  name: string;
  /** Milliseconds since 1970. */
  since: number;
  /** Whether the member owns the club. */
  owner: boolean;
  /** Whether this is you. */
  you: boolean;
  /** The ratings in the games that the member has played rated. */
  ratings: ClubRating[];
}

/** `GET /api/clubs/ID`, for members. */
export interface Club {
  /** The id of the club, as in its address. */
  id: string;
  /** The name of the club. */
  name: string;
  /** The right to join; it is sent in the fragment of a link. */
  key: string;
  /** Whether you own it. */
  owner: boolean;
  /** The members, the owner first. */
  members: ClubMember[];
  /** The month in which the club was created, like `2026-11`. */
  first: string;
}

/** The results of one member in one month, over matches with at least one other member. */
export interface ClubStanding {
  /** The name of the member. */
  name: string;
  /** Whether this is you. */
  you: boolean;
  /** The number of matches. */
  played: number;
  /** The number of matches won, alone or with others. */
  won: number;
  /** Points per match by luck, over the reviewed matches; null: there are none, or several games. */
  luck: number | null;
  /** Points per match lost by decisions. */
  lost: number | null;
}

/** The results of all members in one game, in one month. */
export interface ClubTable {
  /** The game; empty: all games together. */
  game: string;
  /** The members with the most wins first, then those with the fewest matches. */
  standings: ClubStanding[];
}

/** `GET /api/clubs/ID/month?month=2026-11`. */
export interface ClubMonth {
  /** The month, like `2026-11`. */
  month: string;
  /** All games together, if there are several, then each game, the most played first. */
  tables: ClubTable[];
}

/** The board of one game's daily challenge, among members. */
export interface ClubBoard {
  /** The id of the game. */
  game: string;
  /** Whether the shorter of two matches of equal points is the better one. */
  timed: boolean;
  /** The tries of members, the best first. */
  entries: BoardEntry[];
}

/** `GET /api/clubs/ID/today?day=DAY`: the daily challenge, among members. */
export interface ClubDay {
  /** The date in UTC, like `2026-11-16`. */
  day: string;
  /** The board of each game. */
  boards: ClubBoard[];
}

/** `POST /api/evenings`. */
export interface NewEvening {
  /** The name of the tournament. */
  name: string;
  /** Duplicate, Swiss or knock-out rounds. */
  format: "duplicate" | "knockout" | "swiss";
  /** The id of the game. */
  game: string;
  /** The number of seats of each table. */
  seats: number;
  /** The number of rounds; a knock-out takes as many as it needs. */
  rounds?: number;
  /** The game's options by name, as text. */
  options?: Record<string, string>;
  /** The level of the bots that fill chairs and replace absent people; empty: the usual one. */
  level?: string;
  /** The time limit for each action, as in `TableInfo`. */
  clock?: "day" | "none" | "quick" | "relaxed";
  /** The host's name. */
  host?: string;
  /** The cat by which the web client draws the host. */
  cat?: string;
  /** Whether the host takes part. */
  plays?: boolean;
}

/** `POST /api/evenings/ID/join`, with the key of the link; people who have joined need no key to come back. */
export interface JoinEvening {
  /** Your name in the standings. */
  name: string;
  /** The right to join. */
  key?: string;
  /** The cat by which the web client draws you. */
  cat?: string;
}

/** `POST /api/evenings/ID/look`. */
export interface EveningKey {
  /** The right to join, from the link. */
  key: string;
}

/** `POST /api/evenings/ID/remove`: remove this person. */
export interface EveningPersonId {
  /** The person's number. */
  person: number;
}

/** `GET /api/evenings`: one of your tournaments. */
export interface EveningOf {
  /** The id of the tournament, as in its address. */
  id: string;
  /** The name of the tournament. */
  name: string;
  /** The id of the game. */
  game: string;
  /** Duplicate, Swiss or knock-out rounds. */
  format: "duplicate" | "knockout" | "swiss";
  /** Before the first round, during a round, between two rounds, or after the last one. */
  status: "between" | "open" | "over" | "playing";
  /** The number of people. */
  people: number;
  /** Whether you are its host. */
  host: boolean;
  /** Milliseconds since 1970. */
  created: number;
}

/** The tournament as shown to a person who received the link. */
export interface EveningLook {
  /** The id of the tournament, as in its address. */
  id: string;
  /** The name of the tournament. */
  name: string;
  /** The id of the game. */
  game: string;
  /** Duplicate, Swiss or knock-out rounds. */
  format: "duplicate" | "knockout" | "swiss";
  /** The number of people. */
  people: number;
  /** Whether you belong to it already. */
  joined: boolean;
  /** Whether people can still join. */
  open: boolean;
}

/** A person who has joined. */
export interface EveningPerson {
  /** The number by which seats and standings name the person. */
  number: number;
  /** The name; empty: the person has deleted their data. */
  name: string;
  /** The cat by which the web client draws the person; empty: by seat. */
  cat: string;
  /** Whether the person takes part in the next round. */
  plays: boolean;
  /** Whether this is you. */
  you: boolean;
}

/** A seat of a table, and its result. */
export interface EveningSeat {
  /** The person's number; 0: a bot. */
  person: number;
  /** Whether a bot played for this person, all the time or for a while. */
  relieved: boolean;
  /** The score of duplicate rounds, once the round is over. */
  score: number | null;
  /** Whether the seat won. */
  won: boolean;
  /** The result from 0 to 1; in a duplicate round by comparison with the same seat of the other tables. */
  mark: number | null;
}

/** A table of a round. */
export interface EveningTable {
  /** The number of the match, from 1; a replay has that of the drawn match. */
  number: number;
  /** The id; empty while only its players may see the table: tables that share a seed, until the round is over. */
  id: string;
  /** The table at which the host can let bots play for absent people; empty once the match is over. */
  relieve: string;
  /** Whether you play here. */
  yours: boolean;
  /** Whether the match has not begun, is running, or is over. */
  status: "open" | "over" | "running";
  /** Whether this match repeats a drawn one. */
  replay: boolean;
  /** The seats, in the order of play. */
  seats: EveningSeat[];
}

/** A round with its tables. */
export interface EveningRound {
  /** The number of the round, from 1. */
  number: number;
  /** Whether the round is over. */
  over: boolean;
  /** The seed of the draw. */
  draw: string;
  /** The commitment to the seed that all tables share; empty: each has its own. */
  commitment: string;
  /** The shared seed, once the round is over. */
  seed: string;
  /** The people with a bye. */
  byes: number[];
  /** The tables of the round. */
  tables: EveningTable[];
}

/** One line of the standings. */
export interface EveningStanding {
  /** The person's number. */
  person: number;
  /** The rank, shared by equals; 0: too few rounds played to be ranked. */
  place: number;
  /** The points so far; in duplicate rounds the average, in a knock-out the rounds survived. */
  points: number;
  /** Ranks people with equal points. */
  tie_break: number;
  /** The points of each round; null: not played. */
  rounds: (number | null)[];
  /** Points per match by luck, over the reviewed matches; null: there are none. */
  luck: number | null;
  /** Points per match lost by decisions. */
  lost: number | null;
}

/** `GET /api/evenings/ID?after=VERSION`: answered once a newer version than `after` exists, or after a while. */
export interface Evening {
  /** The id of the tournament, as in its address. */
  id: string;
  /** The right to join; it is sent in the fragment of a link. Empty for people who have not joined. */
  key: string;
  /** The code to type, valid for the next hours; empty when nobody can join any more. */
  code: string;
  /** The name of the tournament. */
  name: string;
  /** Duplicate, Swiss or knock-out rounds. */
  format: "duplicate" | "knockout" | "swiss";
  /** The id of the game. */
  game: string;
  /** The game's options by name, as text. */
  options: Record<string, string>;
  /** The number of seats of each table. */
  seats: number;
  /** The number of rounds; 0: as many as needed. */
  planned: number;
  /** The level of the bots that fill chairs and replace absent people. */
  level: string;
  /** The time limit for each action, as in `TableInfo`. */
  clock: "day" | "none" | "quick" | "relaxed";
  /** Before the first round, during a round, between two rounds, or after the last one. */
  status: "between" | "open" | "over" | "playing";
  /** Grows with every change. */
  version: number;
  /** Whether you are its host. */
  host: boolean;
  /** Whether people can still join. */
  joinable: boolean;
  /** Your number; 0: you only host. */
  you: number;
  /** Everybody who has joined. */
  people: EveningPerson[];
  /** The rounds so far, in order. */
  rounds: EveningRound[];
  /** The standings, the leader first. */
  standings: EveningStanding[];
  /** Whether luck and decisions are still being computed. */
  judging: boolean;
  /** The commitments to the seeds of all planned rounds; empty: every table has its own. */
  commitments: string[];
  /** The hash of `secret`. */
  commitment: string;
  /** The secret from which all draws are derived; published when the tournament is over. */
  secret: string;
  /** Milliseconds since 1970. */
  created: number;
}

/** `POST /api/positions`: share an event of a finished match, or a puzzle, for everybody to play on from. */
export interface NewPosition {
  /** The name of the position. */
  name: string;
  /** The host's name. */
  host: string;
  /** One seat is for the person who follows the link; bots play all others. */
  seats: SeatWanted[];
  /** How many events of the match are taken; for a puzzle, all before its decision are. */
  at?: number;
  /** The finished match; empty: a puzzle. */
  table?: string;
  /** The game of the puzzle. */
  game?: string;
  /** The id of the puzzle. */
  puzzle?: string;
  /** The person's seat: deal everything again, once for everybody, that it cannot know; null: cards stay as they were. */
  redeal?: number | null;
}

/** `POST /api/positions/ID/look` and `…/code`, with the key of the link; the host and people who play need none. */
export interface PositionKey {
  /** The right to play, from the link; empty for people who need none. */
  key?: string;
}

/** `POST /api/positions/ID/play`: play the position, at one table per person. */
export interface PlayPosition {
  /** Your name in the results. */
  name: string;
  /** The right to play, from the link. */
  key?: string;
  /** The cat by which the web client draws you; empty: by seat. */
  cat?: string;
  /** The pace of the bots, as in `NewTable`. */
  pace?: number;
}

/** `GET /api/positions`: a position that you share or play. */
export interface PositionOf {
  /** The id of the position, as in its address. */
  id: string;
  /** The name of the position. */
  name: string;
  /** The id of the game. */
  game: string;
  /** Whether people may still begin. */
  status: "open" | "over";
  /** The number of people who have begun. */
  people: number;
  /** Whether you share the position. */
  host: boolean;
  /** Milliseconds since 1970. */
  created: number;
}

/** A person's result, compared with the same seat at all other tables. */
export interface PositionResult {
  /** The person's number, in the order of beginning. */
  person: number;
  /** The name of the person. */
  name: string;
  /** The cat by which the web client draws the person; empty: by seat. */
  cat: string;
  /** The rank, shared by equals. */
  place: number;
  /** The points of the seat. */
  score: number;
  /** Whether the seat won, alone or with others. */
  won: boolean;
  /** The share of the others who scored less, from 0 to 1; equals count half. */
  mark: number;
  /** Whether a bot played for this person, at least for a while. */
  relieved: boolean;
  /** Whether this is you. */
  you: boolean;
  /** The table, for a replay; empty for tables of others while the position is open. */
  table: string;
}

/** `POST /api/positions/ID/look`. */
export interface Position {
  /** The id of the position, as in its address. */
  id: string;
  /** The right to play, for people who may pass the link on. */
  key: string;
  /** The name of the position. */
  name: string;
  /** The name of the host. */
  by: string;
  /** Whether you share the position. */
  host: boolean;
  /** The id of the game. */
  game: string;
  /** How many events have been played. */
  at: number;
  /** The seat that everybody plays. */
  seat: number;
  /** The level of each seat's bot; empty for the seat of the person. */
  levels: string[];
  /** Whether people may still begin. */
  status: "open" | "over";
  /** When the position closes or has closed, in milliseconds since 1970. */
  until: number;
  /** The number of people who have begun. */
  people: number;
  /** Your table; empty: you have not begun. */
  own: string;
  /** Whether your match is over. */
  finished: boolean;
  /** Whether you see results: you are the host, your match is over, or the position is closed. */
  shown: boolean;
  /** Whether results are being checked; ask again soon. */
  counting: boolean;
  /** The results of finished matches, the best first; empty unless `shown`. */
  results: PositionResult[];
  /** The hash of the common secret. */
  commitment: string;
  /** The common secret in hexadecimal, once the position is closed. */
  secret: string;
}

/** `GET /api/rooms`: one of the rooms that you opened. */
export interface RoomInfo {
  /** The id of the room, as in its address. */
  id: string;
  /** Milliseconds since 1970. */
  created: number;
  /** The number of cats that were chosen. */
  cats: number;
  /** Whether devices stay in the room. */
  locked: boolean;
}

/** `POST /api/rooms/ID/enter`, with the key of the room or the ticket of a device that the opener let in. `child`: the opener hands this device to a child. */
export interface RoomKey {
  /** The key of the room; empty: `ticket` is used. */
  key?: string;
  /** Whether the opener hands this device to a child. */
  child?: boolean;
  /** The ticket of a device that the opener let in. */
  ticket?: string;
}

/** `POST /api/rooms`: a room that you opened, and the right to enter it. */
export interface RoomFound {
  /** The id of the room, as in its address. */
  id: string;
  /** The right to enter. */
  key: string;
}

/** `POST /api/rooms/ID/wait`: ask whether the opener let this device in. */
export interface RoomTicket {
  /** The ticket of this device, from `CodeFound`. */
  ticket: string;
}

/** The answer to `RoomTicket`. */
export interface RoomWait {
  /** Whether the opener let the device in. */
  admitted: boolean;
}

/** `POST /api/rooms/ID/admit`, for the opener: admit these waiting devices, or turn them away. */
export interface RoomAdmit {
  /** The ids of the devices. */
  devices: string[];
  /** Whether they are admitted; otherwise they are turned away. */
  let_in: boolean;
}

/** A device that knows the code and waits to be let in. */
export interface RoomDevice {
  /** The id of the device, for `RoomAdmit`. */
  id: string;
  /** The number that the device shows. */
  number: number;
}

/** `POST /api/rooms/ID/cat`: be this cat. `POST /api/rooms/ID/free`: the opener frees it; empty: all of them. */
export interface RoomCatWanted {
  /** The cat; empty with `/free`: all cats. */
  cat: string;
}

/** `POST /api/rooms/ID/lock`, for the opener: whether devices stay in the room. */
export interface RoomLock {
  /** Whether devices stay in the room. */
  locked: boolean;
}

/** `POST /api/rooms/ID/leave`: the opener's number, which lifts the lock on this device. */
export interface RoomNumber {
  /** The number that lifts the lock; empty: the room is not locked. */
  number?: string;
}

/** `POST /api/rooms/ID/tables`: you, open seats for friends, and bots. */
export interface RoomTable {
  /** The id of the game. */
  game: string;
  /** The number of seats that stay open for others in the room. */
  friends?: number;
  /** The number of bots. */
  bots?: number;
}

/** `POST /api/tables/ID/sit`: take an open seat of a table of your room. */
export interface RoomSit {
}

/** A seat of a table in a room. */
export interface RoomSeat {
  /** Whether a child or a bot has the seat, or nobody yet. */
  kind: "bot" | "open" | "person";
  /** The cat at the seat; empty: none. */
  cat: string;
  /** The level of the bot; empty: not a bot. */
  level: string;
}

/** A table in a room. */
export interface RoomTableInfo {
  /** The id of the table, as in its address. */
  id: string;
  /** The id of the game. */
  game: string;
  /** Whether the match has not begun, is running, or is over. */
  status: "open" | "over" | "running";
  /** The seats, in the order of play. */
  seats: RoomSeat[];
  /** Whether you have a seat. */
  yours: boolean;
}

/** One of the cats that children choose. */
export interface RoomCat {
  /** The name of the cat. */
  cat: string;
  /** Whether somebody has chosen it. */
  taken: boolean;
  /** Whether this device has chosen it. */
  yours: boolean;
}

/** `GET /api/rooms/ID`. */
export interface Room {
  /** The id of the room, as in its address. */
  id: string;
  /** Whether you opened the room. */
  opener: boolean;
  /** Whether devices stay in the room. */
  locked: boolean;
  /** Your cat; empty: you have not chosen one. */
  cat: string;
  /** The cats that children choose from. */
  cats: RoomCat[];
  /** Tables that have not begun, and your running ones; the latest first. */
  tables: RoomTableInfo[];
  /** The right to enter; only the opener receives it, like `number`. */
  key: string;
  /** The number that lifts the lock on a device. */
  number: string;
  /** The devices that wait to be let in; only the opener receives them. */
  waiting: RoomDevice[];
}

/** One item to learn, such as a sum, and how well it is known. */
export interface KnownItem {
  /** The item as text, such as `3+8`. */
  item: string;
  /** A comparison with the child's usual times; `weak`: wrong or missed the last time. */
  grade: "quick" | "slow" | "usual" | "weak";
  /** The usual time of an answer; null: never answered correctly. */
  millis: number | null;
}

/** What the player of one cat knows. */
export interface CatKnowledge {
  /** The name of the cat. */
  cat: string;
  /** The items of the game. */
  known: KnownItem[];
}

/** `GET /api/rooms/ID/knowledge`, for the opener: what each cat knows now, by game. */
export interface RoomKnowledge {
  /** The id of the game. */
  game: string;
  /** What each cat knows. */
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
  /** Return the results of the members' matches with each other in a month. */
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
  /** Return the device's identity, and set its cookie. Call this before a join, whose answer may get lost. */
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
  /** List the open tables with a free seat, latest first. */
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
  /** Create a code that leads to the position, for everybody who may play it. */
  "POST /api/positions/{position}/code": {
    body: PositionKey;
    answer: TableCode;
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
