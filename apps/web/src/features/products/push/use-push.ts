import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LinkedStore } from '../../../lib/account.ts';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { getQuotaRefusal, quotaPrompt } from '../../../lib/quota-prompt.ts';
import { type PushOutcome, toOutcome } from './outcome.ts';
import type { PushProduct } from './push-product.ts';
import { ownPush, type PushChoices, type PushGroup, sourcePush } from './push-request.ts';

type Answer = CallData<'POST /center/products/push-multiple-channel'>;
/** Most products that one call takes, by kind. */
const MOST = { own: 500, source: 100 } as const;
/** What a push changes on other screens. */
const TOUCHED = ['processes', 'products', 'listings', 'counts', 'sources', 'guideline'];

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

async function pushGroup(
  group: PushGroup<LinkedStore>,
  choices: Omit<PushChoices, 'storeIds'>,
  signal: AbortSignal,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const own = group.products.filter((product) => product.kind === 'own');
  const source = group.products.filter((product) => product.kind === 'source');
  for (const some of chunks(own, MOST.own)) {
    const body = ownPush(some, choices, group.stores);
    answers.push(await api('POST /center/products/push-multiple-channel', { body, signal, quiet: true }));
  }
  for (const store of group.stores) {
    for (const some of chunks(source, MOST.source)) {
      const body = sourcePush(some, choices, store);
      answers.push(await api('POST /center/products/source/push', { body, signal, quiet: true }));
    }
  }
  return answers;
}

/** Pushes, one press at a time: a press while another is under way lets go of the older one. Source: rule B286. */
export function usePush() {
  const client = useQueryClient();
  const [isPushing, setPushing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** @returns undefined when nothing is known to have been begun; the reason is in `failure`. */
  async function push(
    products: readonly PushProduct[],
    groups: readonly PushGroup<LinkedStore>[],
    choices: Omit<PushChoices, 'storeIds'>,
  ): Promise<PushOutcome | undefined> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setPushing(true);
    setFailure(undefined);
    const answers: Answer[] = [];
    try {
      for (const group of groups) answers.push(...(await pushGroup(group, choices, controller.signal)));
      const tried = new Set(groups.flatMap((group) => group.products.map((product) => product.key)));
      const outcome = toOutcome(
        products.filter((product) => tried.has(product.key)),
        answers,
      );
      return { ...outcome, left: [...outcome.left, ...products.filter((product) => !tried.has(product.key))] };
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      setFailure(errorText(error));
      const refusal = getQuotaRefusal(error);
      if (refusal) quotaPrompt.ask(refusal);
      return undefined;
    } finally {
      if (running.current === controller) setPushing(false);
      for (const topic of TOUCHED) void client.invalidateQueries({ queryKey: [topic] });
    }
  }
  return { push, isPushing, failure };
}
