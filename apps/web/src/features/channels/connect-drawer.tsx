import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Details } from '../../kit/details.tsx';
import { Drawer } from '../../kit/drawer.tsx';
import { SchemaForm } from '../../kit/schema-form.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { connectionHelp } from '../../lib/outside/help-links.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { leaveFor } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useAccount } from '../../lib/use-account.ts';
import classes from './channels.module.css';
import { credentialSchema, credentialValues, withCredentialErrors } from './fields.ts';
import { SandboxShops } from './sandbox-shops.tsx';

interface Props {
  open: boolean;
  onClose(): void;
}

/** Explains the problem to the store's owner, with the reason for the operator under "Details". */
function Hint({ text, details }: { text: string; details: string | undefined }) {
  return (
    <div className={classes.quiet}>
      <p>{text}</p>
      {details ? <Details>{details}</Details> : null}
    </div>
  );
}

/** Connects a store: its address, then its own page or pasted keys; says why a way is not offered from here. */
export function ConnectDrawer({ open, onClose }: Props) {
  const { t } = useTranslation('channels');
  const client = useQueryClient();
  const [platform, setPlatform] = useState<string>();
  const [shop, setShop] = useState('');
  const [shopError, setShopError] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'platforms', { shop: shop.trim() }),
    queryFn: ({ signal }) =>
      api('GET /connections/platforms', { query: shop.trim() ? { shop: shop.trim() } : {}, signal }),
    enabled: open,
    placeholderData: (before) => before,
  });
  const offer = data?.items.find((one) => one.platform === platform) ?? data?.items[0];

  const help = connectionHelp(useAccount().account?.links.help, offer?.platform ?? '');

  function connected(): void {
    void client.invalidateQueries({ queryKey: ['stores'] });
    setShop('');
    onClose();
  }

  /** Leaves for the store's own page, where its owner approves. Throws when the server refuses the address. */
  async function approve(address: string): Promise<void> {
    if (!offer) return;
    const { url } = await api('POST /auth/platform/{platform}/install', {
      params: { platform: offer.platform },
      body: { shop: address },
      quiet: true,
    });
    leaveFor(url);
  }

  async function authorize(): Promise<void> {
    setLeaving(true);
    setShopError(undefined);
    try {
      await approve(shop);
    } catch (refused) {
      setShopError(errorText(refused));
      setLeaving(false);
    }
  }

  return (
    <Drawer open={open} onClose={onClose} title={t('connect')} width={520}>
      {offer && data ? (
        <div className={classes.form}>
          <Segmented
            label={t('platform')}
            value={offer.platform}
            onChange={setPlatform}
            choices={data.items.map((one) => ({ value: one.platform, label: one.label }))}
          />
          <SandboxShops
            platform={offer.platform}
            onApprove={approve}
            onConnected={() => {
              toast('success', t('connected'));
              connected();
            }}
          />
          <TextInput
            label={t('address')}
            description={t('addressHelp')}
            placeholder={offer.address_placeholder}
            value={shop}
            onChange={(event) => setShop(event.currentTarget.value)}
            error={shopError}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
          <p className={classes.quiet}>
            <a href={help} target="_blank" rel="noreferrer">
              {t('howTo', { name: offer.label })}
            </a>
          </p>
          {offer.authorize.available ? (
            <>
              <Button
                onClick={() => void authorize()}
                loading={leaving}
                disabled={!shop.trim()}
                rightSection={<ExternalLink size={15} aria-hidden />}
              >
                {t('approveAt', { name: offer.label })}
              </Button>
              <p className={classes.quiet}>{t('approveNote')}</p>
            </>
          ) : offer.authorize.reason ? (
            <Hint text={t('authorizeOff', { name: offer.label })} details={offer.authorize.reason.text} />
          ) : null}
          {offer.keys.available ? (
            <div className={classes.keys}>
              <h3 className={classes.heading}>{offer.authorize.available ? t('orKeys') : t('keys')}</h3>
              <SchemaForm
                key={offer.platform}
                schema={credentialSchema(t, offer.fields)}
                submitLabel={t('connectVerb')}
                onSubmit={async (values) => {
                  setShopError(undefined);
                  try {
                    await withCredentialErrors(() =>
                      api('POST /auth/platform/{platform}/link', {
                        params: { platform: offer.platform },
                        body: { shop, credentials: credentialValues(values) },
                        quiet: true,
                      }),
                    );
                  } catch (refused) {
                    // An address at fault is shown at the address, above the form.
                    const atShop = refused instanceof ApiError ? refused.errors.shop?.[0] : undefined;
                    if (atShop) setShopError(atShop);
                    throw refused;
                  }
                  toast('success', t('connected'));
                  connected();
                }}
              />
            </div>
          ) : null}
          {offer.webhooks.available ? null : <Hint text={t('pollingInstead')} details={offer.webhooks.reason?.text} />}
        </div>
      ) : (
        <div className={classes.form}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} small />
          ) : (
            [34, 62, 36, 180].map((height) => <SkeletonBox key={height} width="100%" height={height} />)
          )}
        </div>
      )}
    </Drawer>
  );
}
