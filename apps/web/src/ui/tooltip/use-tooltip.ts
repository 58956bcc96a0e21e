import { useState, type SyntheticEvent } from 'react';

/** Where to say what an element is while it is pointed at, has the focus, or was touched; null while none of it is so. */
export function useTold() {
  const [at, setAt] = useState<DOMRect | null>(null);
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setAt(currentTarget.getBoundingClientRect());
  const hide = () => setAt(null);
  return {
    at,
    told: {
      onPointerEnter: show,
      onPointerLeave: hide,
      onFocus: show,
      onBlur: hide,
      onClick: (event: SyntheticEvent<HTMLElement>) => {
        event.stopPropagation();
        show(event);
      },
    },
  };
}
