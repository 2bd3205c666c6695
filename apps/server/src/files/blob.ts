/** Where the bytes of files are stored, by key. Keys contain only letters, digits, `/`, `-` and `.`. */
export interface BlobStore {
  /** Stores a whole object or nothing. Storing the same key again replaces it. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** undefined: no such object. */
  get(key: string): Promise<Buffer | undefined>;
  /** Succeeds when the object is already gone. */
  remove(key: string): Promise<void>;
}
