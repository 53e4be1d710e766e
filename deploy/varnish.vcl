# Skeeter behind Varnish (7 or newer, with varnish-modules), which keeps what Skeeter says may be kept. docs/caching.md explains it.
vcl 4.1;

import xkey;

backend skeeter {
    .host = "127.0.0.1"; # SKEETER_LISTEN_ADDR
    .port = "8080";
}

# Who may make Varnish forget.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # With a comma the request came by another proxy, maybe one on this machine.
        if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
            return (synth(403, "Not for you"));
        }
        if (!req.http.Surrogate-Key) {
            return (synth(400, "Name the keys in Surrogate-Key"));
        }
        set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
        return (synth(200, "Purged " + req.http.X-Purged));
    }
    # Not those of the client. SKEETER_TRUSTED_PROXIES names this machine. With a proxy for TLS in front, take its headers instead.
    set req.http.X-Forwarded-For = client.ip;
    set req.http.X-Forwarded-Proto = "http";
    set req.http.X-Forwarded-Host = req.http.Host;
    # Who may get something of their own, or has to see what they wrote, gets nothing from the cache, and leaves nothing in it.
    if (req.http.Authorization || req.http.Skeeter-Receipt || req.http.Skeeter-Position || req.http.Cookie ~ "skeeter_") {
        return (pass);
    }
    unset req.http.Cookie;
    if (req.http.Range) {
        return (pass); # parts of large files
    }
}

sub vcl_backend_response {
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    # What says nothing is not kept. What says no-cache, no-store or private is not, as Varnish has it built in.
    if (!beresp.http.Cache-Control) {
        set beresp.uncacheable = true;
        set beresp.ttl = 2m; # for so long nobody waits for another's answer
        return (deliver);
    }
    if (beresp.http.Cache-Control ~ "must-revalidate") {
        set beresp.grace = 0s; # else it is what stale-while-revalidate says
    }
    # What was kept for long enough is asked for with its ETag: a 304 costs little.
    set beresp.keep = 1h;
}

sub vcl_deliver {
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    set resp.http.X-Cache = "MISS";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    }
}
