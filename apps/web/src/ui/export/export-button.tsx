import type { ExportEndpoint } from '@darkroom/contract/endpoints';
import { MAX_PDF_ROWS, type ExportFormat } from '@darkroom/contract/fields';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { getFocusedElement } from '../../lib/focus.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useCan } from '../../lib/session/session.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { MenuButton } from '../menu/menu-button.tsx';
import css from './export-button.module.css';
import { useExport, type ExportProps } from './use-export.ts';

/** Returns the exported list: `jobs` of `export.jobs`. */
const getListName = ({ name }: ExportEndpoint) => name.slice('export.'.length) as ListOf<ExportEndpoint['name']>;

/** Lists with one printed page per row. */
const SLIP_LISTS: ReadonlySet<string> = new Set<ListOf<ExportEndpoint['name']>>(['allowances']);

type ListOf<Name extends string> = Name extends `export.${infer List}` ? List : never;

/** Exports a list to Excel or PDF, for users with permission. */
export function ExportButton<E extends ExportEndpoint>(props: ExportProps<E>) {
  const can = useCan();
  return can(props.endpoint.access) ? <ExportMenu {...props} /> : null;
}

/** The button, and during an export its progress and a way to stop it. */
function ExportMenu<E extends ExportEndpoint>({ endpoint, list, total }: ExportProps<E>) {
  const { t } = useTranslation(['export', 'table']);
  const { number } = useFormat();
  const { running, start, cancel } = useExport(endpoint, list, total);
  const button = useFocusTransfer(running === null);
  const maxRows = number(MAX_PDF_ROWS);
  const toScreenAction = (format: ExportFormat, words: string) => ({
    key: `export-${format}`,
    label: `${t('table:export')} · ${words}`,
    call: endpoint,
    last: true as const,
    run: () => start(format),
  });
  useScreenActions(() =>
    total && !running ? [toScreenAction('xlsx', t('excel')), toScreenAction('pdf', t('pdf'))] : [],
  );

  if (running) {
    return (
      <span className={css.progress}>
        <span className={css.bar} aria-hidden />
        <span role="status" className="id ink-muted">
          {running.words}
        </span>
        <Button ref={button} size="small" onClick={cancel}>
          {t('cancel')}
        </Button>
      </span>
    );
  }
  const toMenuItem = (format: ExportFormat, words: string, hint: string) => ({
    key: format,
    label: (
      <span className={css.item}>
        {words}
        <span className="muted">{hint}</span>
      </span>
    ),
  });
  return (
    <MenuButton
      button={button}
      menu={{
        items: [
          toMenuItem('xlsx', t('excel'), t(`hint.${getListName(endpoint)}`)),
          toMenuItem(
            'pdf',
            t('pdf'),
            SLIP_LISTS.has(getListName(endpoint)) ? t('hint.slips') : t('hint.pdf', { most: maxRows }),
          ),
        ],
        onClick: ({ key }) => start(key as ExportFormat),
      }}
    >
      {(opens) => (
        <Button {...opens} disabled={!total}>
          {t('table:export')}
        </Button>
      )}
    </MenuButton>
  );
}

/** Moves the focus when a button replaces the focused button after a change of `state`. */
function useFocusTransfer(state: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (!getFocusedElement()) button.current?.focus({ preventScroll: true });
  }, [state]);
  return button;
}
