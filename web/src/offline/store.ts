// The store of the offline instance, in IndexedDB: texts by key, as purrlor.offline hands them out.

export type Write = [key: string, text: string | null];

const NAME = "purrlor-device";
const KEPT = "kept";
const MARKS = "marks";
const EPOCH = "epoch";

/** Another tab has opened the store since: nothing may be written here any more. */
export class Superseded extends Error {}

/** One tab writes at a time: the one that opened it last. Each write checks that in its own transaction. */
export class Store {
  private constructor(
    private readonly database: IDBDatabase,
    private readonly epoch: number,
  ) {}

  /** Opens the store, and everything that is in it. Those who had it open before cannot write any more. */
  static async open(factory: IDBFactory = indexedDB): Promise<{ store: Store; kept: [string, string][] }> {
    const opening = factory.open(NAME, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(KEPT);
      opening.result.createObjectStore(MARKS);
    };
    const database = await settled(opening);
    database.onversionchange = () => database.close(); // another tab deletes it, and would wait for us
    const transaction = database.transaction([KEPT, MARKS], "readwrite");
    const rows = transaction.objectStore(KEPT);
    const [epoch, keys, values] = await Promise.all([
      settled(transaction.objectStore(MARKS).get(EPOCH) as IDBRequest<number | undefined>),
      settled(rows.getAllKeys()),
      settled(rows.getAll() as IDBRequest<string[]>),
    ]);
    transaction.objectStore(MARKS).put((epoch ?? 0) + 1, EPOCH);
    await completed(transaction);
    const kept = keys.map((key, i): [string, string] => [String(key), values[i] ?? ""]);
    return { store: new Store(database, (epoch ?? 0) + 1), kept };
  }

  /** All of it or nothing; it is safe when this comes back. */
  async write(writes: Write[]): Promise<void> {
    const transaction = this.database.transaction([KEPT, MARKS], "readwrite");
    const rows = transaction.objectStore(KEPT);
    const asked = transaction.objectStore(MARKS).get(EPOCH) as IDBRequest<number>;
    let superseded = false;
    asked.onsuccess = () => {
      superseded = asked.result !== this.epoch;
      if (superseded) transaction.abort();
      else for (const [key, text] of writes) void (text === null ? rows.delete(key) : rows.put(text, key));
    };
    await completed(transaction).catch((error: unknown) => {
      throw superseded ? new Superseded() : error;
    });
  }

  close(): void {
    this.database.close();
  }
}

/** Deletes everything that was kept. */
export async function removeStore(factory: IDBFactory = indexedDB): Promise<void> {
  await settled(factory.deleteDatabase(NAME));
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the store failed"));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the store failed"));
  });
}
