import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Pop, type TriggerProps } from '../../kit/pop.tsx';
import { DismissTasks, ProcessList } from '../../kit/process-list.tsx';
import classes from './done-tasks.module.css';
import navigation from './navigation.module.css';
import { useTasks } from './use-tasks.tsx';

interface Props {
  /** A line of the navigation, where there is no header. */
  atSide?: boolean;
}

/** Finished tasks that folded away from the corner, behind a button. */
export default function DoneTasks({ atSide = false }: Props) {
  const { t } = useTranslation('common');
  const { items, isFolded, dismiss } = useTasks();
  if (!isFolded) return null;
  const label = t('process.ended', { count: items.length });
  const atSideTrigger = (props: TriggerProps) => (
    <button type="button" className={navigation.link} data-hint={label} {...props}>
      <CircleCheck size={18} strokeWidth={1.75} aria-hidden />
      <span className={navigation.label}>{label}</span>
    </button>
  );
  return (
    <Pop
      label={t('process.title')}
      align={atSide ? 'start' : 'end'}
      width={360}
      trigger={
        atSide
          ? atSideTrigger
          : (props) => (
              <button type="button" className={classes.button} data-hint={label} {...props}>
                <CircleCheck size={18} aria-hidden />
                <span className="visually-hidden">{label}</span>
                <span className={classes.count} aria-hidden>
                  {items.length}
                </span>
              </button>
            )
      }
    >
      {(close) => <DoneList items={items} onDismiss={dismiss} onDone={close} />}
    </Pop>
  );
}

/** The finished tasks, and the button that dismisses them. */
export function DoneList({
  items,
  onDismiss,
  onDone,
}: {
  items: ReturnType<typeof useTasks>['items'];
  onDismiss(ids: string[]): void;
  onDone(): void;
}) {
  const { t } = useTranslation('common');
  return (
    <>
      <div className={classes.head}>
        <span className={classes.title}>{t('process.ended', { count: items.length })}</span>
        <DismissTasks
          onClick={() => {
            onDone();
            onDismiss(items.map((item) => item.id));
          }}
        />
      </div>
      <ProcessList items={items} />
    </>
  );
}
