import { useEffect, useRef, useState } from 'react';
import { ProcessTray } from '../../kit/process-tray.tsx';
import { FOLDS_AFTER_MS, foldedTasks } from './folded-tasks.ts';
import { useTasks } from './use-tasks.tsx';

/** The tasks in the corner. They fold away some seconds after all succeeded; failures stay until they are dismissed. */
export function Processes() {
  const { items, isRead, allDone, isFolded, dismiss } = useTasks();
  const [held, setHeld] = useState(false);
  const wasRead = useRef(false);
  useEffect(() => {
    if (!isRead) return;
    // Finished before this page was opened: nothing to announce again.
    const isOld = !wasRead.current && allDone;
    wasRead.current = true;
    if (isOld || !allDone) foldedTasks.set(isOld);
    if (isOld || !allDone || held) return;
    const timer = setTimeout(() => foldedTasks.set(true), FOLDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRead, allDone, held]);
  return isFolded ? null : <ProcessTray onSeen={dismiss} onHold={setHeld} items={items} />;
}
