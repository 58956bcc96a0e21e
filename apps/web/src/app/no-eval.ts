import { z } from 'zod';

// zod tests whether it can compile its checks. The security policy forbids that, and the browser reports it. This file is imported first,
// so that the setting applies before the first schema.
z.config({ jitless: true });
