import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { Modal } from 'antd';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../lib/api/api.ts';
import { useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';

export interface Question {
  title: string;
  /** The consequences, one paragraph each. */
  lines: readonly string[];
  /** Default: "Save". */
  yes?: string;
  /** Default: "Cancel". */
  no?: string;
  /** True if Yes deletes or ends something. */
  danger?: boolean;
  /** A slip is more likely than a decision, so Enter means No. */
  defaultsToNo?: true;
}

/** Asks one question over the page. `holder` is the element of the question. A new question closes an open one as No. */
export function useConfirm(): {
  /**
   * Shows the question.
   * @param act runs after yes while the question is still open. It shows its own failure
   */
  ask: (question: Question, act?: () => Promise<unknown>) => Promise<boolean>;
  holder: ReactNode;
} {
  const { t } = useTranslation('common');
  const [modal, holder] = Modal.useModal();
  const cancelPrevious = useRef<() => void>(undefined);
  const ask = useCallback(
    (
      { title, lines, yes = t('save'), no = t('cancel'), danger = false, defaultsToNo }: Question,
      act?: () => Promise<unknown>,
    ) =>
      new Promise<boolean>((answer) => {
        cancelPrevious.current?.();
        const dialog = modal.confirm({
          title,
          content: lines.map((line) => <p key={line}>{line}</p>),
          okText: yes,
          okButtonProps: { danger },
          cancelText: no,
          focusable: { autoFocusButton: defaultsToNo ? 'cancel' : 'ok' },
          onOk: act && (() => act().catch(() => undefined)),
        });
        cancelPrevious.current = () => {
          dialog.destroy();
          answer(false);
        };
        dialog.then(answer, () => answer(false));
      }),
    [modal, t],
  );
  // Ant Design gives every holder the same key, so that two siblings would count as one.
  return { ask, holder: <>{holder}</> };
}

interface ConfirmedCallOptions<E extends Endpoint, Of> {
  question: (of: Of) => Question;
  inputOf: (of: Of) => InputOf<E>;
  invalidates?: readonly Topic[];
  /** Returns the text of the toast after success. */
  done?: (of: Of, output: OutputOf<E>) => string;
  /** Text of the toast before the reason. */
  failed?: string;
  /** Returns the text of an error that needs more than its code. Null if the code is enough. */
  refusal?: (error: ApiError) => string | null;
  /** Runs after the toast: closes the record, or shows a secret. */
  onDone?: (output: OutputOf<E>) => void;
}

/**
 * Sends a request after a question: deletes, revokes, resets. It asks, sends, shows the result in one toast and continues. `ask` is stable.
 * `holder` renders the question.
 */
export function useConfirmedCall<E extends Endpoint, Of>(endpoint: E, options: ConfirmedCallOptions<E, Of>) {
  const { question, inputOf, invalidates, done, failed, refusal, onDone } = options;
  const toast = useToast();
  const { ask, holder } = useConfirm();
  const call = useApiMutation(endpoint, {
    invalidates,
    failed,
    onError: (error) => {
      const words = refusal?.(error) ?? null;
      if (words !== null) toast.error([failed, words].filter(Boolean).join(' '));
      return words !== null;
    },
  });
  const confirmAndCall = async (of: Of) => {
    let result: { output: OutputOf<E> } | undefined;
    await ask(question(of), async () => {
      const output = await call.mutateAsync(inputOf(of));
      if (done) toast.success(done(of, output));
      result = { output };
    });
    // After the question has closed, because a dialog opened earlier would lie under it.
    if (result) onDone?.(result.output);
  };
  const latest = useRef(confirmAndCall);
  useEffect(() => {
    latest.current = confirmAndCall;
  });
  return { ask: useCallback((of: Of) => void latest.current(of), []), pending: call.isPending, holder };
}
