import { useEffect, useState } from 'react';
import { api, type CallData } from '../../lib/api.ts';

type Meta = CallData<'GET /meta'>;

/** What this installation says of itself; undefined until it answered, and when it does not. */
export function useMeta(): Meta | undefined {
  const [meta, setMeta] = useState<Meta>();
  useEffect(() => {
    const stop = new AbortController();
    api('GET /meta', { signal: stop.signal }).then(setMeta, () => undefined);
    return () => stop.abort();
  }, []);
  return meta;
}
