import { z } from 'zod';

// zod tries whether it may compile its checks, which the security policy forbids and the browser reports. It is told before
// the first schema is made: this file is imported before everything else.
z.config({ jitless: true });
