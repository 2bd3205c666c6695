import { CloudOff, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './connection.module.css';

/** A cut of the live stream shorter than this says nothing yet, in milliseconds. */
const PATIENCE_MS = 4000;

const network = {
  watch(watcher: () => void): () => void {
    addEventListener('online', watcher);
    addEventListener('offline', watcher);
    return () => {
      removeEventListener('online', watcher);
      removeEventListener('offline', watcher);
    };
  },
  read: () => navigator.onLine,
};

/**
 * Says that this device is offline, or that the server does not answer, for as long as it is so. What failed is asked for
 * again by itself (app/query-client.ts, lib/live.ts): there is nothing to press.
 */
export default function Connection({ cut }: { cut: boolean }) {
  const { t } = useTranslation('guide');
  const online = useSyncExternalStore(network.watch, network.read);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!cut) return setAway(false);
    const wait = setTimeout(() => setAway(true), PATIENCE_MS);
    return () => clearTimeout(wait);
  }, [cut]);
  const state = online ? (away ? 'away' : undefined) : 'offline';
  const Icon = state === 'offline' ? WifiOff : CloudOff;
  return (
    <div role="status" className={classes.place}>
      {state ? (
        <div className={classes.banner} data-state={state}>
          <Icon size={16} aria-hidden />
          <span>{t(`connection.${state}`)}</span>
        </div>
      ) : null}
    </div>
  );
}
