import { expect, it } from 'vitest';
import { sendThroughGate } from './pass-gate.ts';

it('sends while the gate is open, and asks as often as the call does', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return undefined;
  };
  const end = await sendThroughGate<string>(ask, async (passGate) => {
    await passGate();
    await passGate();
    return 'paid';
  });
  expect([end, asked]).toEqual(['paid', 2]);
});

it('ends as the gate says where it is shut, before anything is sent', async () => {
  const sent: string[] = [];
  const end = await sendThroughGate<string>(
    async () => 'cancelled',
    async (passGate) => {
      await passGate();
      sent.push('money');
      return 'paid';
    },
  );
  expect([end, sent]).toEqual(['cancelled', []]);
});

it('does not take another error for the shut gate', async () => {
  const lost = new Error('no answer');
  const sending = sendThroughGate<string>(
    async () => 'cancelled',
    async (passGate) => {
      await passGate().catch(() => undefined);
      throw lost;
    },
  );
  await expect(sending).rejects.toBe(lost);
});
