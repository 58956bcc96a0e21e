import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/call/api.ts';
import { sendInParts } from '../../lib/call/in-parts.ts';
import { invalidateTopics, useApiMutation, type ApiMutationOptions } from '../../lib/call/query.ts';
import { Modal } from '../overlay/modal.tsx';
import styles from './bulk-run.module.css';

/** The rows that a change of many left as they were. */
export interface LeftRows {
  title: string;
  /** How much was done. */
  note: string;
  /** The heading of the rows' names. */
  head: string;
  /** A row's reason is the words of its code, unless it is `told` in more words. */
  rows: readonly { name: string; code: string; told?: ReactNode; stands?: string | undefined }[];
  /** The heading of how each row is now; absent where that is not shown. */
  standsHead?: string;
  /** Follows when the dialog is closed. */
  onRead?: (() => void) | undefined;
}

interface BulkRun<E extends Endpoint> extends Pick<ApiMutationOptions<E>, 'onError' | 'failed'> {
  /** The answer of a call over no rows. All its values are lists. */
  nothing: OutputOf<E>;
  /** Everything that the change puts out of date. */
  invalidates: readonly Topic[];
  /** Puts the rows of the answer onto the lists, before these are read again. */
  onAnswer?: (answer: OutputOf<E>) => void;
}

/**
 * The one way to change many rows: sends them in parts, says a failure, refreshes, and answers with everything that went through. The
 * caller says what was done (one toast, with Undo where there is one) and names the rows that were left, which `dialog` then shows.
 */
export function useBulkRun<E extends Endpoint>(endpoint: E, options: BulkRun<E>) {
  const { nothing, invalidates, onAnswer, ...calls } = options;
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation(endpoint, calls);
  const [left, setLeft] = useState<LeftRows | null>(null);
  // From the first part to the last: between two of them nothing is over.
  const [running, setRunning] = useState(0);
  const run = async (parts: readonly InputOf<E>[]): Promise<OutputOf<E>> => {
    let answer = nothing;
    setRunning((n) => n + 1);
    try {
      await sendInParts(parts, mutateAsync, nothing, (soFar) => (answer = soFar));
    } catch (error) {
      // A refusal has been said; the parts before it are done.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setRunning((n) => n - 1);
      onAnswer?.(answer);
      void invalidateTopics(client, invalidates);
    }
    return answer;
  };
  const close = () => {
    setLeft(null);
    left?.onRead?.();
  };
  return { run, pending: running > 0, tellLeft: setLeft, dialog: left && <LeftDialog {...left} onClose={close} /> };
}

/** The rows that were left as they were, and why. */
function LeftDialog({ title, note, head, rows, standsHead, onClose }: LeftRows & { onClose: () => void }) {
  const { t } = useTranslation(['common', 'errors']);
  return (
    <Modal
      open
      scrollLock={false}
      title={title}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
      onCancel={onClose}
      width={standsHead === undefined ? undefined : 640}
    >
      <p>{note}</p>
      <div className={styles.rows} tabIndex={0} role="group" aria-label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {standsHead !== undefined && <th scope="col">{standsHead}</th>}
              <th scope="col">{t('common:why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, code, told, stands }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {standsHead !== undefined && <td>{stands ?? '–'}</td>}
                <td>
                  {told ||
                    t(`errors:${code}`, {
                      defaultValue: t(`errors:field.${code}`, { defaultValue: t('errors:unforeseen') }),
                    })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}
