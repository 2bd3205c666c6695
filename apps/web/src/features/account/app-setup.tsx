import { Button, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { Failure } from '../../kit/failure.tsx';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';

interface Props {
  secret: string;
  uri: string;
  onCancel(): void;
  onDone(codes: string[]): void;
}

/** The secret as a picture and as letters; drawn here, so that it leaves the page for nobody. */
export default function AppSetup({ secret, uri, onCancel, onDone }: Props) {
  const { t } = useTranslation('account');
  const form = useForm(async ({ code = '' }) => {
    const made = await api('POST /auth/two-factor/confirm', { body: { code }, quiet: true });
    onDone(made.recovery_codes);
  });
  return (
    <form noValidate className={classes.setup} onSubmit={form.submit}>
      <Picture text={uri} label={t('second.picture')} />
      <div className={classes.form}>
        <p className={classes.quiet}>{t('second.scan')}</p>
        <div>
          <span className={classes.quiet}>{t('second.key')}</span>
          <bdi className={`${classes.key} mono`} dir="ltr">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </bdi>
        </div>
        <TextInput
          name="code"
          label={t('second.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          dir="ltr"
          autoFocus
          error={form.error('code')}
        />
        <Failure text={form.failure} />
        <div className={classes.actions}>
          <Button type="submit" loading={form.busy}>
            {t('second.confirm')}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** A QR code, dark on light in either scheme: that is what cameras read. */
function Picture({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: cells.join(''), size };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={classes.picture} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#12212b" shapeRendering="crispEdges" />
    </svg>
  );
}
