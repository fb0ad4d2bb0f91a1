-- What wrk sends: one kind of request, its keys drawn at random. Arguments: NAME OPERATION CONNECTIONS.
-- Prints, after "FIGURE ", one JSON line.
local operation
local data = string.rep("x", 370)
local written = 0

local bodies = {
    GetItem = function()
        return string.format('{"TableName":"Bench","Key":{"pk":{"S":"c%04d"},"sk":{"S":"i%04d"}}}',
            math.random(0, 999), math.random(0, 49))
    end,
    Query = function()
        return string.format('{"TableName":"Bench","KeyConditionExpression":"pk = :p",'
            .. '"ExpressionAttributeValues":{":p":{"S":"c%04d"}}}', math.random(0, 999))
    end,
    -- Writes go to collections of their own, so that those that are read stay as they are; each changes something.
    PutItem = function()
        written = written + 1
        return string.format('{"TableName":"Bench","Item":{"pk":{"S":"w%04d"},"sk":{"S":"%d"},"n":{"N":"%d"},'
            .. '"data":{"S":"%s"}}}', math.random(0, 999), math.random(0, 49), written, data)
    end,
    BatchWriteItem = function()
        local puts = {}
        written = written + 1
        for i = 1, 25 do
            puts[i] = string.format('{"PutRequest":{"Item":{"pk":{"S":"b%04d"},"sk":{"S":"%d-%d"},"n":{"N":"1"},'
                .. '"data":{"S":"%s"}}}}', math.random(0, 999), written, i, data)
        end
        return '{"RequestItems":{"Bench":[' .. table.concat(puts, ",") .. "]}}"
    end,
}

function init(arguments)
    operation = arguments[2]
    -- A global, so that done() can ask the thread for it.
    figure = string.format('"name": "%s", "operation": "%s", "connections": %s, ', arguments[1], operation,
        arguments[3])
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/x-amz-json-1.0"
    wrk.headers["X-Amz-Target"] = "DynamoDB_20120810." .. operation
    wrk.headers["X-Amz-Date"] = "20260101T000000Z"
    wrk.headers["Authorization"] = "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
        .. "SignedHeaders=host, Signature=0"
end

function request()
    return wrk.format(nil, nil, nil, bodies[operation]())
end

local thread
function setup(t)
    thread = t
end

function done(summary, latency)
    local errors = summary.errors
    print(string.format('FIGURE {%s"per_second": %.1f, "p50_ms": %.3f, "p99_ms": %.3f, "errors": %d}', thread:get("figure"),
        summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
