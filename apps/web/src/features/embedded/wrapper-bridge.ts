import type { FromWrapper } from './session-ports.ts';

/** How long the phone app may take to answer GET_TOKEN: document 1, section 7. */
export const TOKEN_WAIT_MS = 2000;

/** The way to the phone app around us: its web view's own, or the window that frames us. */
export interface WrapperBridge {
  send(message: string): void;
  /** Whether a message came from the phone app. */
  isFrom(event: Pick<MessageEvent, 'source' | 'origin'>): boolean;
}

type View = Window & { ReactNativeWebView?: { postMessage(message: string): void } };

/**
 * The bridge of this page. A web view has a way of its own and answers by a message of the page itself; a window that
 * frames us is spoken to, and believed, only when the server named its origin.
 */
export function getBridge(view: View, named: string | undefined): WrapperBridge | undefined {
  const native = view.ReactNativeWebView;
  if (native)
    return {
      send: (message) => native.postMessage(message),
      isFrom: ({ origin, source }) => (source === view || source === null) && (origin === '' || origin === view.origin),
    };
  if (!named || view.parent === view) return undefined;
  return {
    send: (message) => view.parent.postMessage(message, named),
    isFrom: ({ origin, source }) => source === view.parent && origin === named,
  };
}

/** What an answer to GET_TOKEN says, or undefined for any other message. */
export function readAnswer(data: unknown): FromWrapper | undefined {
  let value: unknown = data;
  if (typeof data === 'string') {
    try {
      value = JSON.parse(data);
    } catch {
      return undefined;
    }
  }
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'TOKEN') return undefined;
  const token = 'token' in value && typeof value.token === 'string' ? value.token : '';
  return { token, hidesBilling: 'hide_billing' in value && value.hide_billing === true };
}

/** Asks the phone app for its token. Without an answer in two seconds: an empty one. */
export function askToken(
  bridge: WrapperBridge,
  events: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  wait = TOKEN_WAIT_MS,
): Promise<FromWrapper> {
  return new Promise((resolve) => {
    const done = (answer: FromWrapper) => {
      clearTimeout(timer);
      events.removeEventListener('message', hear);
      resolve(answer);
    };
    const hear = (event: MessageEvent) => {
      const answer = bridge.isFrom(event) ? readAnswer(event.data) : undefined;
      if (answer) done(answer);
    };
    const timer = setTimeout(() => done({ token: '', hidesBilling: false }), wait);
    events.addEventListener('message', hear);
    bridge.send(JSON.stringify({ type: 'GET_TOKEN' }));
  });
}
