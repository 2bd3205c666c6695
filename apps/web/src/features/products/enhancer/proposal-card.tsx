import type { Enhancement } from '@quayside/contracts';
import { Link } from '@tanstack/react-router';
import { Check, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { isolated } from '../isolated.ts';
import { pictureAt } from '../picture-at.ts';
import classes from './enhancer.module.css';
import { openFields } from './open-fields.ts';
import { ProposalField } from './proposal-field.tsx';
import type { Enhancer } from './use-enhancer.ts';
import { useWriterName } from './writer-note.tsx';

const TONES = {
  queued: 'closed',
  writing: 'moving',
  proposed: 'waiting',
  failed: 'broken',
} as const satisfies Record<Enhancement['state'], Tone>;

/** What became of one product: being written, proposed field by field, or failed with a reason. */
export function ProposalCard({ one, enhancer }: { one: Enhancement; enhancer: Enhancer }) {
  const { t } = useTranslation('products');
  const nameOf = useWriterName();
  const { enhancement_id: id, state, style, tone, problem } = one;
  const isAtWork = state === 'queued' || state === 'writing';
  const busy = enhancer.busy !== undefined;
  const open = openFields(one);
  // As it was asked for the first time.
  const manner = { ...(style ? { style } : {}), ...(tone ? { tone } : {}) };
  const all = one.fields.length > 0 && one.fields.every((field) => field.state === 'accepted');
  return (
    <article className={classes.card} data-enhancement={state} aria-label={one.title} aria-busy={isAtWork}>
      <header className={classes.cardHead}>
        <ProductPicture src={pictureAt(one.image, 40)} alt="" size={40} />
        <div className={classes.cardWords}>
          <h3 className={classes.cardTitle}>
            <Link to="/app/products-import/editor/$productCenterId" params={{ productCenterId: one.product_id }}>
              <bdi>{one.title}</bdi>
            </Link>
          </h3>
          <span className={classes.under}>
            <StatusBadge tone={all ? 'done' : TONES[state]} label={t(`enhance.state.${all ? 'accepted' : state}`)} />
            {one.writer ? <span>{nameOf(one.writer)}</span> : null}
          </span>
        </div>
        <span className={classes.cardActions}>
          {state === 'failed' ? (
            <MayButton
              needs="products.change"
              size="xs"
              disabled={busy}
              leftSection={<RotateCw size={14} aria-hidden />}
              onClick={() => void enhancer.begin(one.kind, { product_ids: [one.product_id], ...manner })}
            >
              {t('enhance.again')}
            </MayButton>
          ) : null}
          {state === 'proposed' && open.length > 1 ? (
            <MayButton
              needs="products.change"
              size="xs"
              variant="default"
              disabled={busy}
              leftSection={<Check size={14} aria-hidden />}
              onClick={() =>
                void enhancer.accept(
                  id,
                  open.map((field) => field.field),
                )
              }
            >
              {t('enhance.acceptAll')}
            </MayButton>
          ) : null}
          {isAtWork ? null : (
            <MayButton
              needs="products.change"
              size="xs"
              variant="subtle"
              disabled={busy}
              aria-label={t('enhance.putAwayOf', { name: isolated(one.title) })}
              leftSection={<X size={14} aria-hidden />}
              onClick={() => void enhancer.putAway(id)}
            >
              {t('enhance.putAway')}
            </MayButton>
          )}
        </span>
      </header>
      {problem ? (
        <p
          className={classes.note}
          data-tone={state === 'failed' ? 'broken' : 'waiting'}
          role={state === 'failed' ? 'alert' : 'status'}
        >
          {state === 'failed' ? problem.text : t('enhance.slow', { reason: problem.text })}
        </p>
      ) : null}
      {state === 'proposed' && one.fields.length === 0 ? <p className={classes.quiet}>{t('enhance.same')}</p> : null}
      {one.fields.map((field) => (
        <ProposalField key={field.field} one={one} field={field} enhancer={enhancer} />
      ))}
    </article>
  );
}
