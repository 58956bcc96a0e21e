import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { sendInParts } from '../../lib/api/in-parts.ts';
import { invalidateTopics, useApiMutation, type ApiMutationOptions } from '../../lib/api/query.ts';
import { Modal } from '../overlay/modal.tsx';
import styles from './bulk-run.module.css';

/** The rows that a bulk change did not change. */
export interface UnchangedRows {
  title: string;
  /** Number of changed rows as text. */
  note: string;
  head: string;
  /** The reason is the text of its code, or a longer text of its own. */
  rows: readonly { name: string; code: string; reason?: ReactNode; state?: string | undefined }[];
  /** The heading of the rows' current state. Undefined hides that column. */
  stateHead?: string;
  onDismiss?: (() => void) | undefined;
}

interface BulkRun<E extends Endpoint> extends Pick<ApiMutationOptions<E>, 'onError' | 'failed'> {
  /** The response of a request over no rows. All its values are lists. */
  emptyResponse: OutputOf<E>;
  /** Topics that the change makes out of date. */
  invalidates: readonly Topic[];
  /** Puts the rows of the response into the lists before they are read again. */
  onAnswer?: (response: OutputOf<E>) => void;
}

/**
 * Changes many rows: sends them in parts, shows a failure, refreshes, and returns the joined responses. No other function changes many
 * rows. The caller shows the result in a toast, with Undo if possible. `dialog` shows the unchanged rows.
 */
export function useBulkRun<E extends Endpoint>(endpoint: E, options: BulkRun<E>) {
  const { emptyResponse, invalidates, onAnswer, ...mutationOptions } = options;
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation(endpoint, mutationOptions);
  const [unchanged, setUnchanged] = useState<UnchangedRows | null>(null);
  // From the first part to the last, without gaps between parts.
  const [running, setRunning] = useState(0);
  const run = async (parts: readonly InputOf<E>[]): Promise<OutputOf<E>> => {
    let response = emptyResponse;
    setRunning((n) => n + 1);
    try {
      await sendInParts(parts, mutateAsync, emptyResponse, (soFar) => (response = soFar));
    } catch (error) {
      // The failure has been shown. The parts before it are done.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setRunning((n) => n - 1);
      onAnswer?.(response);
      void invalidateTopics(client, invalidates);
    }
    return response;
  };
  const close = () => {
    setUnchanged(null);
    unchanged?.onDismiss?.();
  };
  return {
    run,
    pending: running > 0,
    showUnchanged: setUnchanged,
    dialog: unchanged && <UnchangedDialog {...unchanged} onClose={close} />,
  };
}

/** The unchanged rows with their reasons. */
function UnchangedDialog({ title, note, head, rows, stateHead, onClose }: UnchangedRows & { onClose: () => void }) {
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
      width={stateHead === undefined ? undefined : 640}
    >
      <p>{note}</p>
      <div className={styles.rows} tabIndex={0} role="group" aria-label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {stateHead !== undefined && <th scope="col">{stateHead}</th>}
              <th scope="col">{t('common:why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, code, reason, state }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {stateHead !== undefined && <td>{state ?? '–'}</td>}
                <td>
                  {reason ||
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
