import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UserError } from '../../shared/result.ts'

/**
 * Opens a server on 127.0.0.1 and nowhere else, and returns its port; 0 takes a free one.
 * @throws UserError `port-busy` or `port-refused` if the port cannot be had.
 */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen({ port, host: '127.0.0.1', exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE') {
      throw new UserError('port-busy', `Port ${port} on 127.0.0.1 is already in use. Choose another one.`)
    }
    throw new UserError('port-refused', `Port ${port} on 127.0.0.1 cannot be used (${code ?? error}).`)
  }
  return (server.address() as AddressInfo).port
}
