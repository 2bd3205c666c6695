/** An upload as the server knows it. */
export interface UploadState {
  id: string;
  /** Bytes received. */
  offset: number;
  part_bytes: number;
}

/** The calls of an upload in parts; each may fail. */
export interface PartCalls<R> {
  start(): Promise<UploadState>;
  /** undefined: the upload is gone. */
  state(id: string): Promise<UploadState | undefined>;
  send(id: string, offset: number, part: Blob): Promise<UploadState>;
  finish(id: string): Promise<R>;
  /** Whether a later try may succeed. */
  mayRetry(error: unknown): boolean;
  wait(ms: number): Promise<unknown>;
}

/** Pauses between tries without progress, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Remembers an upload until the page is closed for good, so that choosing the file again after a reload continues it. */
export interface UploadMemory {
  read(): string | null;
  write(id: string | null): void;
}

/** Sends a file in parts from where the server is. After a failed part it asks how far the upload is, and continues there. */
export async function uploadInParts<R>(
  file: Blob,
  calls: PartCalls<R>,
  memory: UploadMemory,
  onProgress: (share: number) => void,
): Promise<R> {
  let failed = 0;
  /** Repeats a call until it succeeds or must not be repeated. */
  async function keepTrying<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        const pause = PAUSES_MS[failed];
        if (pause === undefined || !calls.mayRetry(error)) throw error;
        failed += 1;
        await calls.wait(pause);
      }
    }
  }
  const known = memory.read();
  let upload = (known ? await keepTrying(() => calls.state(known)) : undefined) ?? (await keepTrying(calls.start));
  memory.write(upload.id);
  try {
    while (upload.offset < file.size) {
      const { id, offset, part_bytes: most } = upload;
      onProgress(offset / file.size);
      const part = file.slice(offset, offset + most, 'application/octet-stream');
      upload = await keepTrying(async () => {
        const reached: UploadState | undefined = failed > 0 ? await calls.state(id) : undefined;
        return reached && reached.offset !== offset ? reached : calls.send(id, offset, part);
      });
      failed = 0;
    }
    onProgress(1);
    const { id } = upload;
    const result = await keepTrying(() => calls.finish(id));
    memory.write(null);
    return result;
  } catch (error) {
    // Choosing the file again continues the upload, unless the server refused it.
    if (!calls.mayRetry(error)) memory.write(null);
    throw error;
  }
}
