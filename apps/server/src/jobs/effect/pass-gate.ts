import { ConnectorError } from '@quayside/connector-kit';

/**
 * Makes a call that checks its gate again right before the irreversible request. `ask` returns the outcome if the gate
 * refuses; `passGate` then throws, and the call must not swallow that error.
 */
export async function sendThroughGate<End>(
  ask: () => Promise<End | undefined>,
  send: (passGate: () => Promise<void>) => Promise<End>,
): Promise<End> {
  let shut: { error: Error; end: End } | undefined;
  const passGate = async (): Promise<void> => {
    const end = await ask();
    if (end === undefined) return;
    shut = { error: new ConnectorError('temporary', 'gate refused the call'), end };
    throw shut.error;
  };
  try {
    return await send(passGate);
  } catch (error) {
    // Any other error may come from a request that was sent.
    if (shut && error === shut.error) return shut.end;
    throw error;
  }
}
