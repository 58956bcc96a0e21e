import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { Button, Input, type GetRef } from 'antd';
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useApiMutation } from '../../lib/call/query.ts';
import { keepDraft, keptDraft } from '../../lib/kept-draft.ts';
import { useStop } from '../../lib/session/locks.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import fields from '../../ui/record-form/fields.module.css';
import { insertWords } from './insert-words.ts';
import styles from './thread.module.css';

const LONGEST = 2000;

/** Call of each side of a thread for its messages. */
const ANSWERS = {
  customer: { endpoint: portalRequestEndpoints.answer, invalidates: ['portal_request'] },
  bureau: { endpoint: requestEndpoints.answer, invalidates: ['request'] },
} as const;

/** Control of the box from outside. */
export interface AnswerHandle {
  /** Inserts text at the caret. */
  insert: (text: string) => void;
}

interface AnswerBoxProps {
  ref?: Ref<AnswerHandle>;
  id: number;
  side: keyof typeof ANSWERS;
  label: string;
  sendLabel: string;
  /** Content above the box. */
  beside?: ReactNode;
  /** Called for `/` in an empty box. */
  onSlash?: () => void;
}

/** Message box of a thread. The text is kept until it is sent, also after a reload or a lost connection. */
export function AnswerBox({ ref, id, side, label, sendLabel, beside, onSlash }: AnswerBoxProps) {
  const { user_id } = useActor();
  const { endpoint, invalidates } = ANSWERS[side];
  const may = useCan();
  const stopped = useStop()(endpoint);
  const draft = `answer.${id}`;
  const [text, setText] = useState(() => keptDraft<{ text: string }>(user_id, draft)?.text ?? '');
  const box = useRef<GetRef<typeof Input.TextArea>>(null);
  const write = (next: string) => {
    setText(next);
    keepDraft(user_id, draft, next ? { text: next } : null);
  };
  const answer = useApiMutation(endpoint, { invalidates, onSuccess: () => write('') });
  const barred = stopped !== null || answer.isPending;
  const send = () => {
    if (text.trim() && text.length <= LONGEST && !barred) answer.mutate({ id, text: text.trim() });
  };
  const insert = (said: string) => insertWords(box.current?.resizableTextArea?.textArea, text, said, write);
  useImperativeHandle(ref, () => ({ insert }));
  if (!may(endpoint.access)) return null;
  return (
    <form
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {beside && <div className="whole-line">{beside}</div>}
      <Input.TextArea
        ref={box}
        aria-label={label}
        placeholder={label}
        value={text}
        count={{ max: LONGEST, show: text.length > LONGEST - 200 }}
        status={text.length > LONGEST ? 'error' : ''}
        rows={2}
        className={fields.growing}
        readOnly={answer.isPending}
        onChange={(event) => write(event.target.value)}
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
        disabled={text.trim() === '' || text.length > LONGEST || stopped !== null}
        title={stopped ?? undefined}
      >
        {sendLabel}
      </Button>
    </form>
  );
}
