/** One message of an event stream. */
export interface StreamMessage {
  id?: string;
  event: string;
  data: string;
}

/**
 * Reads the text of an event stream piece by piece, as it arrives. A message ends with an empty line; comments (lines
 * that begin with a colon) keep the connection alive and say nothing.
 */
export function createStreamParser(onMessage: (message: StreamMessage) => void, onRetry?: (ms: number) => void) {
  let rest = '';
  let id: string | undefined;
  let event = '';
  let data: string[] = [];

  function line(text: string): void {
    if (text === '') {
      if (data.length > 0) onMessage({ id, event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    if (text.startsWith(':')) return;
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const raw = colon < 0 ? '' : text.slice(colon + 1);
    const value = raw.startsWith(' ') ? raw.slice(1) : raw;
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  }

  return {
    push(chunk: string): void {
      // A carriage return at the very end may be the first half of a line end: it waits for the next piece.
      const text = rest + chunk;
      const held = text.endsWith('\r') ? 1 : 0;
      const lines = text.slice(0, text.length - held).split(/\r\n|\r|\n/);
      rest = (lines.pop() ?? '') + (held ? '\r' : '');
      for (const one of lines) line(one);
    },
  };
}
