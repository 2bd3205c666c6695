import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { diagnosticSummary } from './diagnostics.ts';
import classes from './guide.module.css';

/** Details for a problem report, to read and copy. Nothing is sent. */
export default function ReportProblem() {
  const { t, i18n } = useTranslation('guide');
  const { account, workplace } = useAccount();
  const { data: meta, isPending: waitsForMeta } = useQuery({
    queryKey: queryKeys.part('meta', 'version'),
    queryFn: ({ signal }) => api('GET /meta', { signal, quiet: true }),
  });
  const { data: suppliers, isPending: waitsForSuppliers } = useQuery({
    queryKey: queryKeys.part('suppliers', 'states'),
    queryFn: ({ signal }) => api('GET /connections/suppliers', { signal, quiet: true }),
    retry: false,
  });
  const summary = diagnosticSummary({
    version: meta?.version ?? 'unknown',
    sandbox: meta?.sandbox ?? false,
    browser: navigator.userAgent,
    language: i18n.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    window: { width: innerWidth, height: innerHeight },
    isOnline: navigator.onLine,
    role: workplace?.role ?? 'none',
    stores: (account?.linked_stores ?? []).filter(({ workplace_id }) => workplace_id === workplace?.id),
    suppliers: suppliers?.items ?? [],
  });
  return (
    <li className={classes.step} data-tall>
      <span className={classes.mark} aria-hidden>
        <Bug size={16} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>{t('community.report.title')}</h2>
        <p className={classes.text}>{t('community.report.text')}</p>
        <details className={classes.details}>
          <summary>{t('community.report.show')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by the keyboard */}
          <pre tabIndex={0} dir="ltr" lang="en">
            {summary}
          </pre>
          <p className={classes.text}>{t('community.report.safe')}</p>
        </details>
      </div>
      {/* Details that are still being fetched would be copied as unknown. */}
      <Button
        variant="default"
        loading={waitsForMeta || waitsForSuppliers}
        onClick={() => void copyText(summary, t('community.report.copied'))}
      >
        {t('community.report.action')}
      </Button>
    </li>
  );
}
