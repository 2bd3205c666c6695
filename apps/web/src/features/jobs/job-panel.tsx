import { Button } from '@mantine/core';
import type { DeadLetter } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../kit/detail-panel.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './jobs.module.css';
import { getArea } from './labels.ts';

interface Props {
  job: DeadLetter;
  onRepeat(): void;
  onDrop(): void;
  onClose(): void;
  onPrevious?(): void;
  onNext?(): void;
}

/** One job that gave up: why, what it was about, and what can be done. */
export function JobPanel({ job, onRepeat, onDrop, ...nav }: Props) {
  const { t } = useTranslation('jobs');
  const { dateTime, count } = useFormats();
  const id = (value: string) => <span className={`mono ${classes.id}`}>{value}</span>;
  return (
    <DetailPanel
      {...nav}
      title={t(`area.${getArea(job.kind)}`)}
      subtitle={<span className={`mono ${classes.quiet}`}>{job.kind}</span>}
      footer={
        <>
          <Button variant="default" onClick={onDrop}>
            {t('drop.open')}
          </Button>
          <Button onClick={onRepeat}>{t('repeat')}</Button>
        </>
      }
    >
      <PanelSection title={t('column.reason')}>
        <p className={classes.reason} dir="auto">
          {job.reason || t('noReason')}
        </p>
      </PanelSection>
      <PanelSection title={t('history')}>
        <Facts
          items={[
            { label: t('column.tries'), value: count(job.tries) },
            { label: t('column.asked'), value: dateTime(job.asked_at) },
            { label: t('column.gaveUp'), value: dateTime(job.gave_up_at) },
          ]}
        />
      </PanelSection>
      <PanelSection title={t('about')}>
        <Facts
          items={[
            ...Object.entries(job.about).map(([label, value]) => ({ label, value: id(value) })),
            { label: t('jobId'), value: id(job.job_id) },
          ]}
        />
      </PanelSection>
    </DetailPanel>
  );
}
