import { useEffect, useState } from 'react';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './sandbox.module.css';

type Clock = NonNullable<CallData<'GET /sandbox'>['clock']>;

const TICK_MS = 500;

/** The time inside the sandbox, going on at its own speed since it was last read. */
export function SandboxClock({ clock }: { clock: Clock }) {
  const { date, time } = useFormats();
  const [read, setRead] = useState({ clock, at: Date.now() });
  const [now, setNow] = useState(read.at);
  if (read.clock !== clock) setRead({ clock, at: Date.now() });
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const there = new Date(Date.parse(read.clock.now) + Math.max(0, now - read.at) * read.clock.speed).toISOString();
  return (
    <p className={classes.now}>
      <time dateTime={there}>
        {date(there)} <strong>{time(there)}</strong>
      </time>
    </p>
  );
}
