import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Where this app itself answers. */
@Injectable()
export class OwnServer {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Waits until the server listens: the worker starts a moment before it. */
  async url(signal: AbortSignal): Promise<string> {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (!server.listening) await once(server, 'listening', { signal });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}
