import { Button, NativeSelect, Switch, Textarea } from '@mantine/core';
import { MOST_RETURN_TEXT, RETURN_KINDS, type ReturnKind } from '@quayside/contracts/return-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Problem } from '../panel/problem.tsx';
import { Address } from './address.tsx';
import { isSent, MailPreview, useMailPreview } from './mail-preview.tsx';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useReturnAddresses } from './use-addresses.ts';
import { useScope } from './use-scope.ts';
import { useStep } from './use-step.ts';

const FIELDS: readonly string[] = ['instructions', 'return_address_id'];

/** Approves a return: where the items go, until when, and the email with the instructions, seen before it is sent. */
export default function ApproveDrawer({ one, open, onClose }: ReturnTaskProps) {
  const { t } = useTranslation('returns');
  const { date } = useFormats();
  const scopeOf = useScope();
  const step = useStep(onClose, (field) => FIELDS.includes(field));
  const [kind, setKind] = useState<ReturnKind>(one.kind);
  // Until a person chooses, what is proposed counts.
  const [keepsPicked, setKeeps] = useState<boolean>();
  const [addressPicked, setAddressId] = useState<string>();
  const [instructions, setInstructions] = useState('');
  const proposal = useQuery({
    queryKey: queryKeys.part('orders', 'return-proposal', { id: one.return_id }),
    queryFn: ({ signal }) =>
      api('GET /orders/returns/v1/detail/{return_id}/proposal', { params: { return_id: one.return_id }, signal }),
    enabled: open,
  });
  const addresses = useReturnAddresses(open);
  const offer = proposal.data;
  const known = (addresses.data?.items ?? []).filter(({ store_id: id }) => id === null || id === one.store_id);
  const proposedId = offer?.address?.return_address_id;
  const keeps = keepsPicked ?? offer?.customer_keeps ?? false;
  const addressId = addressPicked ?? proposedId ?? '';
  const address = known.find((each) => each.return_address_id === addressId);
  const isLoaded = offer !== undefined && addresses.data !== undefined;
  const hasPlace = isLoaded && (keeps || address !== undefined);
  const error = proposal.error ?? addresses.error;
  const body = {
    kind,
    customer_keeps: keeps,
    ...(keeps || !address ? {} : { return_address_id: address.return_address_id }),
    instructions: instructions.trim(),
  };
  const preview = useMailPreview(one.return_id, { mail: 'return_approved', ...body }, open && hasPlace);
  const params = { return_id: one.return_id };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('approve.title', { name: one.name })}
      width={560}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            loading={step.busy}
            disabled={!hasPlace}
            onClick={() =>
              void step.send(() =>
                api('POST /orders/returns/v1/detail/{return_id}/approve', { params, body, quiet: true }),
              )
            }
          >
            {t(isSent(preview.data) ? 'approve.verbSend' : 'approve.verb')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        {isLoaded ? null : error ? (
          <ErrorState error={error} onRetry={() => void Promise.all([proposal.refetch(), addresses.refetch()])} small />
        ) : (
          <SkeletonBox width="100%" height={420} />
        )}
        {isLoaded ? (
          <>
            <fieldset className={classes.field}>
              <legend>{t('form.kind')}</legend>
              <Segmented<ReturnKind>
                label={t('form.kind')}
                value={kind}
                onChange={setKind}
                choices={RETURN_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
              />
            </fieldset>
            <Switch
              label={t('approve.keeps')}
              description={offer.customer_keeps ? t('approve.keepsProposed') : t('approve.keepsNote')}
              checked={keeps}
              onChange={(event) => setKeeps(event.currentTarget.checked)}
            />
            {offer.keep_problem ? <Problem problem={offer.keep_problem} warning /> : null}
            {keeps ? null : known.length === 0 ? (
              <div className={classes.form}>
                <p className={classes.failure} role="alert">
                  {t('approve.noAddress')}
                </p>
                <div>
                  <LinkButton to="/app/setting/returns" variant="default" size="xs">
                    {t('approve.addAddress')}
                  </LinkButton>
                </div>
              </div>
            ) : (
              <>
                <NativeSelect
                  label={t('approve.address')}
                  value={addressId}
                  onChange={(event) => setAddressId(event.currentTarget.value)}
                  error={step.error('return_address_id')}
                  data={[
                    ...(address ? [] : [{ value: '', label: t('approve.chooseAddress') }]),
                    ...known.map((each) => ({
                      value: each.return_address_id,
                      label: [
                        each.return_address_id === proposedId ? t('approve.proposed', { name: each.name }) : each.name,
                        each.city,
                        scopeOf(each),
                      ].join(' · '),
                    })),
                  ]}
                />
                {address ? <Address address={address} /> : null}
                <p className={classes.quiet}>{t('approve.sendBackBy', { date: date(offer.send_back_by) })}</p>
              </>
            )}
            <Textarea
              label={t('approve.instructions')}
              description={t(offer.instructions ? 'approve.instructionsAdded' : 'approve.instructionsNote')}
              value={instructions}
              onChange={(event) => setInstructions(event.currentTarget.value)}
              maxLength={MOST_RETURN_TEXT}
              autosize
              minRows={2}
              maxRows={8}
              error={step.error('instructions')}
            />
            <Failure text={step.failure} />
            {hasPlace ? (
              <>
                <h3 className={classes.part}>{t('mail.preview')}</h3>
                <MailPreview preview={preview} />
              </>
            ) : null}
          </>
        ) : null}
      </div>
    </Drawer>
  );
}
