import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../kit/drawer.tsx';
import { SchemaForm } from '../../kit/schema-form.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import classes from './channels.module.css';
import { credentialSchema, credentialValues, withCredentialErrors } from './fields.ts';

type SupplierOffer = CallData<'GET /connections/suppliers'>['offers'][number];
type Payer = 'wallet' | 'own-account';

/** Connects a supplier: through our wallet, or with the owner's own account there. */
export function SupplierDrawer({ offer, onClose }: { offer: SupplierOffer | undefined; onClose(): void }) {
  const { t } = useTranslation('channels');
  const client = useQueryClient();
  const [payer, setPayer] = useState<Payer>('wallet');
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    setFailure(undefined);
    if (offer) setPayer(offer.wallet.available ? 'wallet' : 'own-account');
  }, [offer]);
  if (!offer) return null;
  const ways = (['wallet', 'own-account'] as const).filter(
    (one) => (one === 'wallet' ? offer.wallet : offer.own_account).available,
  );
  const connect = async (credentials: Record<string, string>): Promise<void> => {
    await api('POST /connections/suppliers', {
      body: { supplier: offer.supplier, mode: offer.mode, payer, credentials },
    });
    await client.invalidateQueries({ queryKey: ['suppliers'] });
    onClose();
  };
  return (
    <Drawer open onClose={onClose} title={t('connectName', { name: offer.label })} width={520}>
      <div className={classes.form}>
        {ways.length > 1 ? (
          <Segmented
            label={t('whoPays')}
            value={payer}
            onChange={(next) => setPayer(next)}
            choices={ways.map((way) => ({ value: way, label: t(way === 'wallet' ? 'paysWallet' : 'paysOwn') }))}
          />
        ) : null}
        <p className={classes.quiet}>{t(payer === 'wallet' ? 'paysWalletText' : 'paysOwnText')}</p>
        {payer === 'wallet' ? (
          <Button onClick={() => void connect({}).catch((error: unknown) => setFailure(errorText(error)))}>
            {t('connectVerb')}
          </Button>
        ) : (
          <SchemaForm
            schema={credentialSchema(t, offer.fields)}
            submitLabel={t('connectVerb')}
            onSubmit={(values) => withCredentialErrors(() => connect(credentialValues(values)))}
          />
        )}
        {failure ? (
          <p className={classes.problem} role="alert">
            {failure}
          </p>
        ) : null}
      </div>
    </Drawer>
  );
}
