import { Button, Radio } from '@mantine/core';
import { getRefusal } from '@quayside/contracts/permissions.ts';
import { useNavigate } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { api, errorText } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { saveChoice, useAccount } from '../../lib/use-account.ts';
import { AdminError, sessionToken } from './app-bridge.ts';
import classes from './embedded.module.css';

/** The shop whose admin is around us is not connected: which workspace does it go into? */
export default function BindPage() {
  const { t } = useTranslation('embedded');
  const navigate = useNavigate();
  const { account, retry } = useAccount();
  const { shop } = session();
  const places = (account?.workplaces ?? []).filter(
    ({ role, store_ids }) => !getRefusal({ role, ...(store_ids ? { storeIds: store_ids } : {}) }, 'stores.connect'),
  );
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const workplace = chosen ?? places[0]?.id;

  async function connect(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const store = await api('POST /auth/platform/{platform}/bind', {
        params: { platform: 'shopify' },
        body: { session_token: await sessionToken(), workplace_id: workplace },
        quiet: true,
      });
      saveChoice(store.workplace_id, store.id);
      retry();
      toast('success', t('bound', { name: store.store_name }));
      void navigate({ to: '/app', replace: true });
    } catch (error) {
      setFailure(error instanceof AdminError ? t(`admin.${error.reason}`) : errorText(error));
      setBusy(false);
    }
  }
  const head = <PageHeader title={t('bind.go')} />;
  if (!shop)
    return (
      <>
        {head}
        <EmptyState
          title={t('nothing.title')}
          text={t('nothing.text')}
          action={<Button onClick={() => void navigate({ to: '/app/channel' })}>{t('toChannels')}</Button>}
        />
      </>
    );
  return (
    <>
      {head}
      <EmptyState
        picture={<Store size={28} strokeWidth={1.5} aria-hidden />}
        title={t('bind.title', { name: shop })}
        text={t('bind.text')}
        action={
          <div className={classes.choice}>
            {places.length > 1 ? (
              <Radio.Group label={t('bind.where')} value={workplace ?? ''} onChange={setChosen} mb="md">
                {places.map((one) => (
                  <Radio key={one.id} value={one.id} label={one.name} mt="xs" />
                ))}
              </Radio.Group>
            ) : null}
            {failure ? <p role="alert">{failure}</p> : null}
            <Button fullWidth loading={busy} disabled={!workplace} onClick={() => void connect()}>
              {t('bind.go')}
            </Button>
          </div>
        }
      />
    </>
  );
}
