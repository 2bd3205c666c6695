import type { ImageEnhancement } from '@quayside/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import enhancer from '../enhancer/enhancer.module.css';
import { isolated } from '../isolated.ts';
import { pictureAt } from '../picture-at.ts';
import classes from './images.module.css';
import type { Images } from './use-images.ts';

const TONES = {
  queued: 'closed',
  working: 'moving',
  proposed: 'waiting',
  replaced: 'done',
  added: 'done',
  undone: 'closed',
  failed: 'broken',
} as const satisfies Record<ImageEnhancement['state'], Tone>;
const EDGE = 320;

/** One image before and after, and what can be done with the result. */
export function ResultCard({ one, images }: { one: ImageEnhancement; images: Images }) {
  const { t } = useTranslation(['images', 'products']);
  const { image_enhancement_id: id, state, problem } = one;
  const isRunning = state === 'queued' || state === 'working';
  const isUsed = state === 'replaced' || state === 'added';
  const isOpen = state === 'proposed' || state === 'undone';
  const busy = images.busy !== undefined;
  const name = isolated(one.title);
  const button = { needs: 'products.change', size: 'xs', disabled: busy } as const;
  const again = {
    product_ids: [one.product_id],
    image_urls: [one.before],
    most_images: 1,
    action: one.action,
    background: one.background ?? ('white' as const),
    ...(one.prompt ? { prompt: one.prompt } : {}),
  };
  return (
    <article className={enhancer.card} data-image={state} aria-label={one.title} aria-busy={isRunning}>
      <header className={enhancer.cardHead}>
        <div className={enhancer.cardWords}>
          <h3 className={enhancer.cardTitle}>
            <Link to="/app/products-import/editor/$productCenterId" params={{ productCenterId: one.product_id }}>
              <bdi>{one.title}</bdi>
            </Link>
          </h3>
          <span className={enhancer.under}>
            <StatusBadge tone={TONES[state]} label={t(`state.${state}`)} />
            <span>{t(`actions.${one.action}`)}</span>
            {one.prompt ? <bdi>{one.prompt}</bdi> : null}
          </span>
        </div>
        <span className={enhancer.cardActions}>
          {state === 'failed' ? (
            <MayButton {...button} onClick={() => void images.begin(again)}>
              {t('products:enhance.again')}
            </MayButton>
          ) : null}
          {isOpen && !one.is_stale ? (
            <>
              <MayButton
                {...button}
                aria-label={t('replaceOf', { name })}
                onClick={() => void images.accept(id, 'replace')}
              >
                {t('replace')}
              </MayButton>
              <MayButton
                {...button}
                variant="default"
                aria-label={t('keepBothOf', { name })}
                onClick={() => void images.accept(id, 'after')}
              >
                {t('keepBoth')}
              </MayButton>
            </>
          ) : null}
          {isUsed && !one.is_stale ? (
            <MayButton
              {...button}
              variant="default"
              aria-label={t('undoOf', { name })}
              onClick={() => void images.undo(id)}
            >
              {t('products:enhance.undo')}
            </MayButton>
          ) : null}
          {isRunning ? null : (
            <MayButton
              {...button}
              variant="subtle"
              aria-label={t(isUsed ? 'dismissOf' : 'discardOf', { name })}
              onClick={() => void images.discard(id)}
            >
              {t(isUsed ? 'dismiss' : 'discard')}
            </MayButton>
          )}
        </span>
      </header>
      {problem ? (
        <p
          className={enhancer.note}
          data-tone={state === 'failed' ? 'broken' : 'waiting'}
          role={state === 'failed' ? 'alert' : 'status'}
        >
          {state === 'failed' ? problem.text : t('products:enhance.slow', { reason: problem.text })}
        </p>
      ) : null}
      {one.is_stale && !isRunning && state !== 'failed' ? (
        <p className={enhancer.quiet}>{t(isUsed ? 'staleAccepted' : 'stale')}</p>
      ) : null}
      <div className={classes.sides}>
        <figure className={classes.side}>
          <ProductPicture src={pictureAt(one.before, EDGE)} alt={t('before')} size="fill" />
          <figcaption>{t('before')}</figcaption>
        </figure>
        {one.after ? (
          <figure className={classes.side} data-after>
            <ProductPicture src={pictureAt(one.after, EDGE)} alt={t('after')} size="fill" />
            <figcaption>
              {t('after')} · {t('size', { width: one.width ?? 0, height: one.height ?? 0 })}
            </figcaption>
          </figure>
        ) : null}
      </div>
    </article>
  );
}
