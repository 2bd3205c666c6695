/** The bytes of an answer until so many, whatever its length says. */
async function firstBytes(answer: Response, most: number): Promise<Uint8Array> {
  const reader = answer.body?.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (reader && length < most) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.byteLength;
  }
  await reader?.cancel().catch(() => undefined);
  const bytes = new Uint8Array(Math.min(length, most));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, bytes.length - at), at);
    at += Math.min(piece.byteLength, bytes.length - at);
  }
  return bytes;
}

/** The letters a page is written in: by its header, else by its own word in its first bytes, else UTF-8. */
function decoderOf(type: string, bytes: Uint8Array): TextDecoder {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048));
  const named = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

/** The text of an answer, at most so many bytes of it; empty for what is no text of the web (a picture, an archive). */
export async function readText(answer: Response, most: number): Promise<string> {
  const type = answer.headers.get('content-type') ?? '';
  if (type !== '' && !/^\s*(?:text\/|application\/(?:xhtml\+xml|xml))/i.test(type)) {
    await answer.body?.cancel().catch(() => undefined);
    return '';
  }
  const bytes = await firstBytes(answer, most);
  return decoderOf(type, bytes).decode(bytes);
}
