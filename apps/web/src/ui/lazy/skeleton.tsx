import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useDisabledKeys } from '../../lib/keyboard.ts';
import styles from './skeleton.module.css';

/** The empty frame of a dialog whose code is loading. The focus stays where it is. Escape and a click outside close it. */
export function OverlaySkeleton({ onClose }: { onClose: () => void }) {
  useDisabledKeys();
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  });
  useEffect(() => {
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);
  return createPortal(
    <div
      className={styles.formPlaceholder}
      role="presentation"
      // A portal's events bubble through the row that opened it. The row must not react to them.
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.frame} aria-busy="true" />
    </div>,
    document.body,
  );
}

interface LoadFailedProps {
  onRetry: () => void;
}

export function LoadFailedPart({ onRetry }: LoadFailedProps) {
  const { t } = useTranslation('common');
  return (
    <span className={styles.loadError} role="alert">
      {t('choices.failed')}
      <button type="button" className={styles.retry} onClick={onRetry}>
        {t('retry')}
      </button>
    </span>
  );
}

export function LoadFailedOverlay({ onRetry, onClose }: LoadFailedProps & { onClose: () => void }) {
  const { t } = useTranslation(['common', 'errors']);
  const dialog = useRef<HTMLDialogElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  useDisabledKeys();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    retry.current?.focus();
    // Closing the dialog while it is in the page restores the focus.
    return () => shown?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.loadErrorDialog}
      role="alertdialog"
      aria-label={t('common:choices.failed')}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={onClose}
    >
      <div className={styles.body}>
        <h2>{t('common:choices.failed')}</h2>
        <p>{t('errors:unreachable')}</p>
        <div className={styles.actions}>
          <button type="button" className={styles.retry} onClick={onClose}>
            {t('common:close')}
          </button>
          <button ref={retry} type="button" className={styles.retry} onClick={onRetry}>
            {t('common:retry')}
          </button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
