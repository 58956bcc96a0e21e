import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { Button, Input, type GetRef } from 'antd';
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useApiMutation } from '../../lib/api/query.ts';
import { saveDraft, loadDraft } from '../../lib/draft-storage.ts';
import { useLockReason } from '../../lib/session/locks.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import fields from '../../ui/record-form/fields.module.css';
import { insertText } from './insert-text.ts';
import styles from './thread.module.css';

const MAX_LENGTH = 2000;

/** Call of each side of a thread for its messages. */
const ANSWER_CALLS = {
  customer: { endpoint: portalRequestEndpoints.reply, invalidates: ['portal_request'] },
  bureau: { endpoint: requestEndpoints.reply, invalidates: ['request'] },
} as const;

/** Control of the box from outside. */
export interface ReplyHandle {
  /** Inserts text at the caret. */
  insert: (text: string) => void;
}

interface ReplyBoxProps {
  ref?: Ref<ReplyHandle>;
  id: number;
  side: keyof typeof ANSWER_CALLS;
  label: string;
  sendLabel: string;
  header?: ReactNode;
  /** Called when the user types `/` in an empty box. */
  onSlash?: () => void;
}

/** Message box of a thread. The text is stored until it is sent, also after a reload or a lost connection. */
export function ReplyBox({ ref, id, side, label, sendLabel, header, onSlash }: ReplyBoxProps) {
  const { user_id } = useActor();
  const { endpoint, invalidates } = ANSWER_CALLS[side];
  const can = useCan();
  const lockReason = useLockReason()(endpoint);
  const draft = `answer.${id}`;
  const [text, setText] = useState(() => loadDraft<{ text: string }>(user_id, draft)?.text ?? '');
  const textField = useRef<GetRef<typeof Input.TextArea>>(null);
  const saveText = (next: string) => {
    setText(next);
    saveDraft(user_id, draft, next ? { text: next } : null);
  };
  const answer = useApiMutation(endpoint, { invalidates, onSuccess: () => saveText('') });
  const isBlocked = lockReason !== null || answer.isPending;
  const send = () => {
    if (text.trim() && text.length <= MAX_LENGTH && !isBlocked) answer.mutate({ id, text: text.trim() });
  };
  const insert = (inserted: string) =>
    insertText(textField.current?.resizableTextArea?.textArea, text, inserted, saveText);
  useImperativeHandle(ref, () => ({ insert }));
  if (!can(endpoint.access)) return null;
  return (
    <form
      className={styles.replyBox}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {header && <div className="full-row">{header}</div>}
      <Input.TextArea
        ref={textField}
        aria-label={label}
        placeholder={label}
        value={text}
        count={{ max: MAX_LENGTH, show: text.length > MAX_LENGTH - 200 }}
        status={text.length > MAX_LENGTH ? 'error' : ''}
        rows={2}
        className={fields.autoGrow}
        readOnly={answer.isPending}
        onChange={(event) => saveText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === '/' && text === '' && onSlash) {
            event.preventDefault();
            onSlash();
          }
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <Button
        type="primary"
        htmlType="submit"
        loading={answer.isPending}
        disabled={text.trim() === '' || text.length > MAX_LENGTH || lockReason !== null}
        title={lockReason ?? undefined}
      >
        {sendLabel}
      </Button>
    </form>
  );
}
