import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { type Task, TaskContext } from './use-task.ts';

// What each task opens is known there, so that the list doesn't fetch the addresses of a dozen chunks.
const TaskView = lazyChunk(() => import('./task-view.tsx'));

interface OpenTask {
  task: Task;
  round: number;
  open: boolean;
}

/** Shows tasks over the screen, one over the other; each begins anew. Their code comes with their first use. */
export function TaskHost({ children }: { children: ReactNode }) {
  const [tasks, setTasks] = useState<readonly OpenTask[]>([]);
  // Those that were closed leave with the next one: until then they slide away. A second click of the same button opens no
  // second one over the first.
  const begin = useCallback(
    (task: Task) =>
      setTasks((now) => {
        const top = now.findLast((one) => one.open);
        if (top && JSON.stringify(top.task) === JSON.stringify(task)) return now;
        return [...now.filter((one) => one.open), { task, round: (now.at(-1)?.round ?? 0) + 1, open: true }];
      }),
    [],
  );
  return (
    <TaskContext value={begin}>
      {children}
      <Suspense fallback={null}>
        {tasks.map(({ task, round, open }) => (
          <TaskView
            key={round}
            task={task}
            open={open}
            onClose={() => setTasks((now) => now.map((one) => (one.round === round ? { ...one, open: false } : one)))}
          />
        ))}
      </Suspense>
    </TaskContext>
  );
}
