import { priceEndpoints } from '@darkroom/contract/price/price';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { useToast } from '../../../lib/toast.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import styles from '../price.module.css';
import { useConfirmPriceJumps } from '../../../entities/price/use-confirm-jumps.tsx';
import { categoryOf } from './shown-price.ts';
import type { PriceDraft } from './use-price-draft.ts';

interface SaveBarProps {
  draft: PriceDraft;
  /** Moves to the first cell with an error. Ctrl+S needs it, because it works while the button is disabled. */
  onShowError: () => void;
  /** Called when the user saves or discards the last change. The focus returns to the prices. */
  onDone: () => void;
}

/** "n changes · Save · Discard": visible while there are changes. */
export function SaveBar({ draft, onShowError, onDone }: SaveBarProps) {
  const { t } = useTranslation('price');
  const toast = useToast();
  const { confirmPriceJumps, holder } = useConfirmPriceJumps();
  const { cells, errors: errorCount, rows } = draft.figures;
  const canSave = cells > 0 && errorCount === 0 && !draft.saving && draft.contested.length === 0;
  const blockReason =
    errorCount > 0 ? t('bar.fixFirst') : draft.contested.length > 0 ? t('bar.decideFirst') : undefined;
  const send = async () => {
    const changed = rows.map((price) => ({
      name: categoryOf(price),
      before: price.row,
      after: price.terms,
    }));
    if (await confirmPriceJumps(changed)) draft.save();
  };
  const save = () => {
    if (canSave) return void send();
    if (draft.saving) return;
    if (errorCount === 0) return toast.info(t('bar.decideFirst'));
    toast.error(t('bar.fixSome', { count: errorCount }));
    onShowError();
  };
  useShortcuts({ save }, { enabled: cells > 0 });
  if (cells === 0) return null;
  return (
    <div className={styles.bar} role="region" aria-label={t('bar.label')}>
      <span role="status">
        <strong>{t('bar.changes', { count: cells })}</strong>{' '}
        <span className="muted">{t('bar.rows', { count: rows.length })}</span>
        {errorCount > 0 && <span className="ink-danger"> · {t('bar.errors', { count: errorCount })}</span>}
      </span>
      <Button
        disabled={draft.saving}
        onClick={() => {
          onDone();
          draft.discard();
        }}
      >
        {t('bar.discard')}
      </Button>
      <CallButton
        call={priceEndpoints.update}
        type="primary"
        loading={draft.saving}
        disabled={!canSave && !draft.saving}
        title={blockReason}
        onClick={() => {
          onDone();
          void send();
        }}
      >
        {t('bar.save', { count: rows.length })}
      </CallButton>
      {holder}
    </div>
  );
}
