import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { SettingTag } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { openFresh } from '../../lib/session.ts';
import { saveChoice, useAccount } from '../../lib/use-account.ts';
import { NewWorkspace } from './new-workspace.tsx';
import classes from './workspaces.module.css';

type Workspace = CallData<'GET /workplaces'>['items'][number];

/** Every workspace of the person: to switch to, to delete or to leave, and the way to a new one. */
export function WorkspacesCard() {
  const { t } = useTranslation(['workspaces', 'common']);
  const { workplaceId, chooseWorkspace } = useAccount();
  const client = useQueryClient();
  const router = useRouter();
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Workspace>();
  const [leaving, setLeaving] = useState<Workspace>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'workspaces'),
    queryFn: ({ signal }) => api('GET /workplaces', { signal }),
  });
  const own = data?.items.filter((one) => one.is_own) ?? [];
  /** Where the workspace in use is no more, the screens begin anew in another one. */
  async function gone(id: string): Promise<void> {
    if (id === workplaceId) {
      saveChoice(undefined, undefined);
      openFresh('/app/setting/workspace');
      return;
    }
    await client.invalidateQueries({ queryKey: ['stores'] });
  }

  return (
    <section className={classes.card} aria-labelledby="workspaces">
      <div className={classes.headLine}>
        <h2 id="workspaces" className={classes.heading}>
          {t('all.title')}
        </h2>
        <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setMaking(true)}>
          {t('all.new')}
        </Button>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={120} /> : null}
      <ul className={classes.list}>
        {data?.items.map((one) => (
          <li key={one.id} className={classes.row}>
            <div className={classes.names}>
              <span className={classes.name}>
                <bdi>{one.name}</bdi>
              </span>
              <span className={classes.quiet}>
                {one.is_own ? t('all.own') : t('all.of', { name: one.owner_name || one.owner_email })}
                {' · '}
                {t('all.stores', { n: one.stores })}
                {' · '}
                {t('all.members', { n: one.members })}
              </span>
            </div>
            <SettingTag>{t(`common:role.${one.role}`)}</SettingTag>
            <div className={classes.buttons}>
              {one.id === workplaceId ? (
                <span className={classes.quiet}>{t('all.current')}</span>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    chooseWorkspace(one.id);
                    void router.navigate({ to: '/app' });
                  }}
                >
                  {t('all.open')}
                </Button>
              )}
              {one.is_own && own.length > 1 ? (
                <Button size="xs" variant="subtle" color="red" onClick={() => setRemoving(one)}>
                  {t('all.delete')}
                </Button>
              ) : null}
              {one.is_own ? null : (
                <Button size="xs" variant="subtle" color="red" onClick={() => setLeaving(one)}>
                  {t('all.leave')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <NewWorkspace open={making} onClose={() => setMaking(false)} />
      <ConfirmMoney
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('delete.title', { name: removing?.name ?? '' })}
        text={t('delete.text')}
        undo={t('delete.undo')}
        obstacle={removing && removing.open_orders > 0 ? t('delete.open', { n: removing.open_orders }) : undefined}
        verb={t('all.delete')}
        danger
        onConfirm={async () => {
          if (!removing) return;
          await api('DELETE /auth/workplace/{workplace_id}', { params: { workplace_id: removing.id } });
          await gone(removing.id);
        }}
      />
      <ConfirmMoney
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t('leave.title', { name: leaving?.name ?? '' })}
        text={t('leave.text')}
        undo={t('leave.undo')}
        verb={t('all.leave')}
        danger
        onConfirm={async () => {
          if (!leaving) return;
          await api('POST /workplaces/{workplace_id}/leave', { params: { workplace_id: leaving.id } });
          await gone(leaving.id);
        }}
      />
    </section>
  );
}
