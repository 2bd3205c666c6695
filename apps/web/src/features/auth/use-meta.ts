import { useEffect, useState } from 'react';
import { api, type CallData } from '../../lib/api.ts';
import { readPageFacts } from '../../lib/page-facts.ts';

type Meta = CallData<'GET /meta'>;

/** What this installation says of itself; undefined until it answered, and when it does not. */
export function useMeta(): Meta | undefined {
  const [meta, setMeta] = useState<Meta | undefined>(() => readPageFacts()?.meta);
  const isKnown = meta !== undefined;
  useEffect(() => {
    if (isKnown) return;
    const stop = new AbortController();
    api('GET /meta', { signal: stop.signal }).then(setMeta, () => undefined);
    return () => stop.abort();
  }, [isKnown]);
  return meta;
}
