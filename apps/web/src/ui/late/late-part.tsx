import { Button } from 'antd';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useKeysRest } from '../../lib/keyboard.ts';
import { late, type Late, type Load, type NotLoadedProps, type Part, type PropsOf } from './late.ts';
import styles from './late-part.module.css';

/** A part of a page whose code comes later. Where it cannot be fetched, one line stands in its place, with Retry. */
export const latePart = <P extends Part>(load: Load<P>): Late<P> => late(load, MissingPart);

/**
 * The same of what opens over the page: a drawer, a dialog, a panel under its button. Where it cannot be fetched, a small dialog
 * says so; it closes what was to be opened, or tries again, and gives the focus back.
 */
export function lateOverlay<P extends Part>(load: Load<P>, close: (props: PropsOf<P>) => void): Late<P>;
export function lateOverlay<P extends (props: PropsOf<P> & Closes) => ReactNode>(load: Load<P>): Late<P>;
export function lateOverlay<P extends Part>(load: Load<P>, close: (props: never) => void = closeOf): Late<P> {
  return late(load, (props) => (
    <MissingOverlay busy={props.busy} onRetry={props.onRetry} onClose={() => close(props as never)} />
  ));
}

interface Closes {
  onClose: () => void;
}
const closeOf = ({ onClose }: Closes) => onClose();

function MissingPart({ busy, onRetry }: NotLoadedProps) {
  const { t } = useTranslation('common');
  const line = useRef<HTMLSpanElement>(null);
  // What takes its place takes its button: the keyboard goes on from what holds both.
  useLayoutEffect(() => {
    const here = line.current;
    return () => {
      if (!here?.contains(document.activeElement)) return;
      here.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <span ref={line} className={styles.part} role="alert">
      {t('choices.failed')}
      <button type="button" className={styles.retry} onClick={onRetry}>
        {t(busy ? 'loading' : 'retry')}
      </button>
    </span>
  );
}

function MissingOverlay({ busy, onRetry, onClose }: NotLoadedProps & Closes) {
  const { t } = useTranslation(['common', 'errors']);
  const dialog = useRef<HTMLDialogElement>(null);
  const standing = useRef(false);
  useKeysRest();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    standing.current = true;
    return () => {
      standing.current = false;
      // Closed while it is on the page, it gives the focus back to where it was.
      shown?.close();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.overlay}
      role="alertdialog"
      aria-label={t('common:choices.failed')}
      // A portal's events bubble through the row it was opened from: they are not meant for it.
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      // Told late: what was to be opened may be on its way already, with this hidden until it is there.
      onClose={() => standing.current && !dialog.current?.open && onClose()}
    >
      <div className={styles.body}>
        <h2>{t('common:choices.failed')}</h2>
        <p>{t('errors:unreachable')}</p>
        <div className={styles.actions}>
          <Button onClick={onClose}>{t('common:close')}</Button>
          <Button type="primary" autoFocus onClick={onRetry}>
            {t(busy ? 'common:loading' : 'common:retry')}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
