/** Where the bytes of files are stored, by key. Keys contain only letters, digits, `/`, `-`, `_` and `.`. */
export interface BlobStore {
  /** Stores a whole object or nothing. Storing the same key again replaces it. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** undefined: no such object. */
  get(key: string): Promise<Buffer | undefined>;
  /** Succeeds when the object is already gone. */
  remove(key: string): Promise<void>;
}

/** The storage service did not do what was asked. Jobs try again later; requests get FILE_STORAGE_UNAVAILABLE. */
export class FileStorageError extends Error {
  override readonly name = 'FileStorageError';
  /** Whether it answered with a refusal that only other settings can change, such as of the key or the bucket. */
  readonly isRefusal: boolean;

  constructor(message: string, options: { isRefusal: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isRefusal = options.isRefusal;
  }
}
