import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Letter } from '../../../kit/letter.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, type CallBody } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import classes from './returns.module.css';

export type MailBody = CallBody<'POST /orders/returns/v1/detail/{return_id}/mail-preview'>;

/** While somebody types. */
const WAIT_MS = 400;

/** The email to the customer as it would be sent; the last one stays in sight while the next is written. */
export function useMailPreview(returnId: string, body: MailBody, enabled = true) {
  const [text] = useDebouncedValue(JSON.stringify(body), WAIT_MS);
  return useQuery({
    queryKey: queryKeys.part('orders', 'return-mail', { returnId, text }),
    queryFn: ({ signal }) =>
      api('POST /orders/returns/v1/detail/{return_id}/mail-preview', {
        params: { return_id: returnId },
        body: JSON.parse(text) as MailBody,
        signal,
        quiet: true,
      }),
    enabled,
    placeholderData: (before) => before,
    retry: false,
  });
}

/** Whether pressing the button emails the customer. */
export const isSent = (letter: { to: string | null; obstacle: string | null } | undefined): boolean =>
  letter !== undefined && letter.to !== null && letter.obstacle === null;

export function MailPreview({ preview }: { preview: ReturnType<typeof useMailPreview> }) {
  const { t } = useTranslation('returns');
  const { data, error, refetch } = preview;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} small />
    ) : (
      <SkeletonBox width="100%" height={420} />
    );
  return (
    <section className={classes.mail} aria-label={t('mail.preview')}>
      <p className={classes.quiet}>
        {data.obstacle ?? (data.to ? t('mail.to', { email: data.to }) : t('mail.noAddress'))}
      </p>
      <Letter letter={data} subject={t('mail.subject')} title={t('mail.preview')} />
    </section>
  );
}
