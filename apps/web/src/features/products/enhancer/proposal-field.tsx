import type { Enhancement } from '@quayside/contracts';
import { Check, TriangleAlert, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { HtmlText } from '../html-text.tsx';
import { isolated } from '../isolated.ts';
import classes from './enhancer.module.css';
import type { Enhancer } from './use-enhancer.ts';

type Proposed = Enhancement['fields'][number];

function Text({ field, text, label }: { field: Proposed['field']; text: string; label: string }) {
  const { t } = useTranslation('products');
  if (text === '') return <p className={classes.quiet}>{t('editor.nothing')}</p>;
  if (field !== 'description_html')
    return (
      <p className={classes.titleText} dir="auto">
        {text}
      </p>
    );
  return (
    // What scrolls can be reached by keyboard; a field set or a landmark it is not.
    // biome-ignore lint/a11y/useSemanticElements: there are no fields in it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <div role="group" className={classes.html} aria-label={label} tabIndex={0}>
      <HtmlText html={text} />
    </div>
  );
}

/** One field of a proposal: what stands there and what is offered, side by side, to be accepted or undone for itself. */
export function ProposalField({ one, field, enhancer }: { one: Enhancement; field: Proposed; enhancer: Enhancer }) {
  const { t } = useTranslation('products');
  const { list } = useFormats();
  const name = t(`field.${field.field}`);
  const of = { field: name, name: isolated(one.title) };
  const isAccepted = field.state === 'accepted';
  const busy = enhancer.busy !== undefined;
  return (
    <div className={classes.field} data-field={field.field} data-state={field.state}>
      <div className={classes.fieldHead}>
        <h4 className={classes.fieldName}>{name}</h4>
        {field.state === 'open' ? null : (
          <StatusBadge tone={isAccepted ? 'done' : 'closed'} label={t(`enhance.state.${field.state}`)} />
        )}
        <span className={classes.fieldAction}>
          {isAccepted ? (
            <MayButton
              needs="products.change"
              size="xs"
              variant="default"
              disabled={busy || field.is_stale}
              leftSection={<Undo2 size={14} className="flip" aria-hidden />}
              aria-label={t('enhance.undoOf', of)}
              onClick={() => void enhancer.undo(one.enhancement_id, field.field)}
            >
              {t('enhance.undo')}
            </MayButton>
          ) : (
            <MayButton
              needs="products.change"
              size="xs"
              disabled={busy || field.is_stale}
              leftSection={<Check size={14} aria-hidden />}
              aria-label={t('enhance.acceptOf', of)}
              onClick={() => void enhancer.accept(one.enhancement_id, [field.field])}
            >
              {t('enhance.accept')}
            </MayButton>
          )}
        </span>
      </div>
      <div className={classes.sides}>
        <div className={classes.side}>
          <h5 className={classes.sideName}>{t('enhance.before')}</h5>
          <Text field={field.field} text={field.before} label={`${name}: ${t('enhance.before')}`} />
        </div>
        <div className={classes.side} data-after>
          <h5 className={classes.sideName}>{t('enhance.after')}</h5>
          <Text field={field.field} text={field.after} label={`${name}: ${t('enhance.after')}`} />
        </div>
      </div>
      {field.is_stale ? (
        <p className={classes.note} data-tone="waiting">
          <TriangleAlert size={16} aria-hidden />
          {t(isAccepted ? 'enhance.staleAccepted' : 'enhance.stale')}
        </p>
      ) : null}
      {field.unknown_numbers.length > 0 ? (
        <p className={classes.note} data-tone="waiting">
          <TriangleAlert size={16} aria-hidden />
          {t('enhance.numbers', { numbers: list(field.unknown_numbers, 'conjunction') })}
        </p>
      ) : null}
      {field.forbidden_words.length > 0 ? (
        <p className={classes.note} data-tone="waiting">
          <TriangleAlert size={16} aria-hidden />
          {t('enhance.avoided', { words: list(field.forbidden_words, 'conjunction') })}
        </p>
      ) : null}
    </div>
  );
}
